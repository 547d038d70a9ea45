// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.nio.ByteBuffer;

/** A block of native memory that its owner frees with {@link #close()}. */
public interface MemoryBlock extends AutoCloseable {
    /**
     * Returns the block's address.
     *
     * @return a native address.
     */
    long address();

    /**
     * Returns the block's length.
     *
     * @return the length in bytes.
     */
    long length();

    /**
     * Returns a buffer over the whole block, in big-endian byte order.
     *
     * @return a new direct buffer over the same memory.
     * @throws UnsupportedOperationException if the block is address-only.
     */
    ByteBuffer buffer();

    /**
     * Discards the pages of a range ({@code madvise(2)}, {@code MADV_DONTNEED}). The pages then read as zero. The
     * device drops its translations of these pages in on-demand regions, so that its next access to them faults.
     *
     * @param offset the range's offset in the block, rounded down to a page.
     * @param length the length in bytes, rounded up to a page.
     * @throws VerbsException EOPNOTSUPP if the memory has no pages to discard; EINVAL if the range is outside the
     *                        block; EBUSY while the memory is pinned, because the device would otherwise continue to
     *                        use the discarded pages.
     */
    default void discard(final long offset, final long length) {
        throw VerbsException.unsupported("memory with pages that can be discarded");
    }

    /**
     * Frees the memory. Do not use the block or its buffers afterwards.
     *
     * @throws VerbsException EBUSY while the memory is pinned for the device (on-demand regions do not pin memory);
     *                        EINVAL if the block is already closed.
     */
    @Override
    void close();
}
