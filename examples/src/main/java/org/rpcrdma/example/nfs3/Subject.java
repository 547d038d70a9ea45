// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.rpcrdma.example.xdr.XdrWriter;

/** An inode that a call is about, with what weak cache consistency needs to know of it from before the call. */
final class Subject {
    private static final int NANOS = 1_000_000_000;

    private Inode inode;
    private long size;
    private long modifyTime;
    private long changeTime;

    void forget() {
        inode = null;
    }

    Inode is(final Inode subject) {
        inode = subject;
        size = subject.size;
        modifyTime = subject.modifyTime;
        changeTime = subject.changeTime;
        return subject;
    }

    /** A post_op_attr. */
    void putAttributes(final XdrWriter out, final long fileSystem) {
        putAttributes(out, inode, fileSystem);
    }

    /** A wcc_data. */
    void putWeakCacheData(final XdrWriter out, final long fileSystem) {
        out.putBool(inode != null);
        if (inode != null) {
            out.putLong(size);
            putTime(out, modifyTime);
            putTime(out, changeTime);
        }
        putAttributes(out, fileSystem);
    }

    /** A post_op_attr of an inode, or of none. */
    static void putAttributes(final XdrWriter out, final Inode inode, final long fileSystem) {
        out.putBool(inode != null);
        if (inode != null) {
            putFileAttributes(out, inode, fileSystem);
        }
    }

    /** A fattr3. */
    static void putFileAttributes(final XdrWriter out, final Inode inode, final long fileSystem) {
        out.putInt(inode.type)
                .putInt(inode.mode)
                .putInt(inode.links)
                .putInt(inode.uid)
                .putInt(inode.gid);
        out.putLong(inode.size).putLong(inode.used());
        out.putLong(0); // no device
        out.putLong(fileSystem).putLong(inode.id);
        putTime(out, inode.accessTime);
        putTime(out, inode.modifyTime);
        putTime(out, inode.changeTime);
    }

    private static void putTime(final XdrWriter out, final long nanos) {
        out.putInt((int) (nanos / NANOS)).putInt((int) (nanos % NANOS));
    }
}
