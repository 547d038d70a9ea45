// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Allocates native memory for a device. Thread-safe on a real device. A simulated device's allocator is confined to the
 * thread that runs the simulation.
 */
public interface MemoryAllocator {
    /** The smallest page size of the supported processors, in bytes. */
    int BASE_PAGE = 4096;

    /**
     * Allocates zeroed native memory, on the device's NUMA node if the platform supports it. On JDK 17 and for
     * simulated devices, the operating system chooses the node.
     *
     * @param length    the length in bytes, at least 1.
     * @param alignment a power of two; the block's address is a multiple of this number.
     * @return the block; the caller closes it.
     * @throws VerbsException ENOMEM if no memory is left; EINVAL if the length or alignment is invalid.
     */
    MemoryBlock allocate(long length, long alignment);

    /**
     * Allocates zeroed native memory that consists of pages of one size. If the host has too few of these pages, it
     * uses smaller pages. {@link #allocate} leaves the page size to the host.
     *
     * @param length   the length in bytes, at least one page.
     * @param pageSize the page size in bytes: 4,096, or the size of a huge page.
     * @return the block, aligned to its pages; the caller closes it.
     * @throws VerbsException as for {@link #allocate}; EINVAL if the length is less than one page; EOPNOTSUPP if the
     *                        host has no pages of that size. The default implementation supports only pages of 4,096
     *                        bytes.
     */
    default MemoryBlock allocatePages(final long length, final int pageSize) {
        if (pageSize != BASE_PAGE) {
            throw VerbsException.unsupported("memory in pages of " + pageSize + " bytes");
        }
        return allocate(length, pageSize);
    }

    /**
     * Estimates how many bytes can still be allocated. The estimate is rough, because other threads may allocate memory
     * concurrently, and because small blocks use more memory than their length.
     *
     * @return the number of bytes, 0 or more; {@link Long#MAX_VALUE}, the default, if there is no known limit.
     */
    default long available() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns true if a received message can be read where the device wrote it. If true, {@link #beginRead} returns its
     * argument, and {@link #endRead} need not be called.
     *
     * @return false only for address-only memory.
     */
    default boolean readsInPlace() {
        return true;
    }

    /**
     * Returns the address at which the processor can read a message that the device received into this memory. It is
     * the same address, except in address-only memory, whose messages are stored elsewhere.
     *
     * @param address the address with which the Receive was posted.
     * @return the native address of the message, valid until {@link #endRead}, or until the next message arrives there.
     */
    default long beginRead(final long address) {
        return address;
    }

    /**
     * Finishes reading the message at an address. Does nothing if no read is in progress there.
     *
     * @param address the address that was passed to {@link #beginRead}.
     */
    default void endRead(final long address) {
        // Reading in place requires no clean-up.
    }
}
