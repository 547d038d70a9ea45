// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.nio.ByteBuffer;

/** A block of native memory that its owner gives back with {@link #close()}. */
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
     * @return a direct buffer with position and limit of its own, over the same memory on every call.
     * @throws UnsupportedOperationException if the block is addresses only, without memory behind them.
     */
    ByteBuffer buffer();

    /**
     * Takes the pages of a range away ({@code madvise(2)}, {@code MADV_DONTNEED}): they read as zero from now on, the
     * device's translations of an on-demand region over them end, and the next access faults.
     *
     * @param offset start of the range in the block; rounded down to a page.
     * @param length bytes; rounded up to a page.
     * @throws VerbsException EOPNOTSUPP if the memory has no pages to take away, EINVAL for a range outside the
     *     block, EBUSY while it is pinned: the device would go on with the pages that were taken.
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
