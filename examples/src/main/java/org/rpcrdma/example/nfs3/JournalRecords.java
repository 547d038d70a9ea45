// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * How a journal's records look: a letter, then what it needs.
 *
 * <pre>
 *   I inode type mode uid gid links size access modify change verifier target   an inode as it is now
 *   D inode                                                                     it is gone
 *   E directory cookie name inode                                               a new name
 *   R directory cookie name inode                                               it is gone
 * </pre>
 */
final class JournalRecords {
    private JournalRecords() {}

    static void inode(final DataOutputStream out, final Inode inode) throws IOException {
        out.writeByte('I');
        out.writeLong(inode.id);
        out.writeByte(inode.type);
        out.writeInt(inode.mode);
        out.writeInt(inode.uid);
        out.writeInt(inode.gid);
        out.writeInt(inode.links);
        out.writeLong(inode.size);
        out.writeLong(inode.accessTime);
        out.writeLong(inode.modifyTime);
        out.writeLong(inode.changeTime);
        out.writeLong(inode.createVerifier);
        if (inode.type == Nfs3.LNK) {
            out.writeInt(inode.target.length);
            out.write(inode.target);
        }
    }

    static void inodeRemoved(final DataOutputStream out, final long inode) throws IOException {
        out.writeByte('D');
        out.writeLong(inode);
    }

    static void entry(final DataOutputStream out, final int letter, final long directory, final DirectoryEntry entry)
            throws IOException {
        out.writeByte(letter);
        out.writeLong(directory);
        out.writeLong(entry.cookie());
        out.writeUTF(entry.name());
        out.writeLong(entry.inode());
    }

    /** Tells a store the records of a frame. */
    static void replay(final DataInputStream in, final StableStore store, final Capacity capacity) throws IOException {
        for (int letter = in.read(); letter >= 0; letter = in.read()) {
            switch (letter) {
                case 'I' -> store.inode(readInode(in, capacity));
                case 'D' -> store.inodeRemoved(in.readLong());
                case 'E' -> store.entry(in.readLong(), readEntry(in));
                case 'R' -> store.entryRemoved(in.readLong(), readEntry(in));
                default -> throw new IOException("no record of a journal: letter=" + letter);
            }
        }
    }

    private static Inode readInode(final DataInputStream in, final Capacity capacity) throws IOException {
        final Inode inode = new Inode(in.readLong(), in.readByte(), capacity);
        inode.mode = in.readInt();
        inode.uid = in.readInt();
        inode.gid = in.readInt();
        inode.links = in.readInt();
        inode.size = in.readLong();
        inode.accessTime = in.readLong();
        inode.modifyTime = in.readLong();
        inode.changeTime = in.readLong();
        inode.createVerifier = in.readLong();
        inode.target = inode.type == Nfs3.LNK ? in.readNBytes(in.readInt()) : null;
        return inode;
    }

    private static DirectoryEntry readEntry(final DataInputStream in) throws IOException {
        return new DirectoryEntry(in.readLong(), in.readUTF(), in.readLong());
    }
}
