// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * Stores what outlives the server's process. Records between two {@link #end()} become stable together or not at all.
 */
interface StableStore {
    /** An inode's attributes, as they are now. */
    void inode(Inode inode);

    /** An inode that is no more; its data go too. */
    void inodeRemoved(long inode);

    /** Stores a new name; its inode is stored before. */
    void entry(long directory, DirectoryEntry entry);

    /** A name that is no more. */
    void entryRemoved(long directory, DirectoryEntry entry);

    /** Makes the records since the last time stable. */
    void end();

    /** Bytes of a file: stable at once. */
    void data(long inode, long offset, byte[] bytes, int length);

    /** Stores the end of a file's bytes if it moved forward: stable at once. */
    void dataCut(long inode, long size);

    /** A store that keeps nothing. */
    StableStore NONE = new StableStore() {
        @Override
        public void inode(final Inode inode) {}

        @Override
        public void inodeRemoved(final long inode) {}

        @Override
        public void entry(final long directory, final DirectoryEntry entry) {}

        @Override
        public void entryRemoved(final long directory, final DirectoryEntry entry) {}

        @Override
        public void end() {}

        @Override
        public void data(final long inode, final long offset, final byte[] bytes, final int length) {}

        @Override
        public void dataCut(final long inode, final long size) {}
    };
}
