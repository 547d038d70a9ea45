// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/** The inodes that records of a stable store amount to. */
final class TreeImage implements StableStore {
    final Long2ObjectHashMap<Inode> inodes = new Long2ObjectHashMap<>();

    /** The highest number that an inode has or had: none is given twice. */
    long lastInode;

    @Override
    public void inode(final Inode told) {
        lastInode = Math.max(lastInode, told.id);
        final Inode known = inodes.get(told.id);
        if (known == null) {
            inodes.put(told.id, told);
        } else {
            known.become(told);
        }
    }

    @Override
    public void inodeRemoved(final long inode) {
        inodes.remove(inode);
    }

    @Override
    public void entry(final long directory, final DirectoryEntry entry) {
        inodes.get(directory).directory.add(entry);
        inodes.get(entry.inode()).parent = directory;
    }

    @Override
    public void entryRemoved(final long directory, final DirectoryEntry entry) {
        inodes.get(directory).directory.remove(entry);
    }

    @Override
    public void end() {}

    @Override
    public void data(final long inode, final long offset, final byte[] bytes, final int length) {
        inodes.get(inode).content.write(offset, new UnsafeBuffer(bytes), 0, length);
    }

    @Override
    public void dataCut(final long inode, final long size) {
        inodes.get(inode).content.truncate(size);
    }

    /** Tells another store everything. */
    void copyTo(final StableStore store) {
        inodes.values().forEach(store::inode);
        inodes.values().stream()
                .filter(Inode::isDirectory)
                .forEach(inode -> inode.directory.after(0).forEach(entry -> store.entry(inode.id, entry)));
        store.end();
    }
}
