// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.nio.ByteBuffer;

/** A block of native memory that its owner frees with {@link #close()}. */
public interface MemoryBlock extends AutoCloseable {
    /**
     * Returns the start of the block.
     *
     * @return its native address.
     */
    long address();

    /**
     * Returns its length.
     *
     * @return bytes.
     */
    long length();

    /**
     * Returns the block's bytes, big-endian, from 0 to its length.
     *
     * @return a new direct buffer over the same memory.
     * @throws UnsupportedOperationException if the block is addresses only, without memory behind them.
     */
    ByteBuffer buffer();

    /**
     * Discards the pages of a range ({@code madvise(2)}, {@code MADV_DONTNEED}): they read as zero afterwards, the
     * device drops its translations of on-demand regions over them, and the next access faults.
     *
     * @param offset start of the range in the block; rounded down to a page.
     * @param length bytes; rounded up to a page.
     * @throws VerbsException EOPNOTSUPP if the memory has no pages to discard, EINVAL for a range outside the block,
     *     EBUSY while it is pinned, as the device would continue to use the discarded pages.
     */
    default void discard(final long offset, final long length) {
        throw VerbsException.unsupported("memory that pages can be taken from");
    }

    /**
     * Gives the memory back; neither the block nor its buffers may be used afterwards.
     *
     * @throws VerbsException EBUSY while it is pinned for the device (an on-demand region over it does not), EINVAL if
     *                        closed already.
     */
    @Override
    void close();
}
