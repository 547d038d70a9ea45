// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Allocates native memory for a device. Thread-safe on a real device; that of a simulated device belongs, like
 * the device, to the thread that runs its simulation.
 */
public interface MemoryAllocator {
    /** The least page of the processors that this library runs on, in bytes. */
    int BASE_PAGE = 4096;

    /**
     * Allocates zeroed native memory, on the device's NUMA node if the platform supports it. JDK 17 and simulated
     * devices leave the placement to the host.
     *
     * @param length    bytes, at least 1.
     * @param alignment a power of two; the block's address is a multiple of it.
     * @return the block; the caller closes it.
     * @throws VerbsException ENOMEM if no memory is left, EINVAL for a bad length or alignment.
     */
    MemoryBlock allocate(long length, long alignment);

    /**
     * Allocates zeroed native memory that consists of pages of one size, or of smaller ones while the host is short of
     * those. {@link #allocate} lets the host choose.
     *
     * @param length   bytes, at least a page.
     * @param pageSize bytes: 4,096, or the size of a huge page.
     * @return the block, aligned to its pages; the caller closes it.
     * @throws VerbsException as {@link #allocate}; EINVAL for a length below a page; EOPNOTSUPP if the host has no
     *     pages of that size, which the default has only of 4,096 bytes.
     */
    default MemoryBlock allocatePages(final long length, final int pageSize) {
        if (pageSize != BASE_PAGE) {
            throw VerbsException.unsupported("memory in pages of " + pageSize + " bytes");
        }
        return allocate(length, pageSize);
    }

    /**
     * Estimates the bytes that can be allocated now. Other threads may allocate concurrently, and small blocks take
     * more than their length.
     *
     * @return 0 or more; {@link Long#MAX_VALUE}, the default, if the allocator knows no limit.
     */
    default long available() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns true if a received message lies where the device has written it: then {@link #beginRead} returns the
     * address itself, and {@link #endRead} does nothing and need not be called.
     *
     * @return false only for memory that is addresses only.
     */
    default boolean readsInPlace() {
        return true;
    }

    /**
     * Returns the address at which the processor reads a message that the device has received into this memory: at its
     * own address, but for memory that is addresses only, which keeps the messages that arrived elsewhere.
     *
     * @param address the native address that the message was received to.
     * @return the native address of its bytes, valid until {@link #endRead}, or until the next message arrives there.
     */
    default long beginRead(final long address) {
        return address;
    }

    /**
     * Ends the processor's reads of the message at an address; does nothing if no read has begun there.
     *
     * @param address as with {@link #beginRead}.
     */
    default void endRead(final long address) {
        // memory holds its bytes anyhow
    }
}
