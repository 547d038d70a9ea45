// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Allocates native memory for a device. Thread-safe on a real device; that of a simulated device belongs, like
 * the device, to the thread that runs its simulation.
 */
public interface MemoryAllocator {
    /**
     * Allocates zeroed native memory, on the device's NUMA node if the platform lets it. JDK 17 alone does not, nor
     * does a simulated device: there, it is where the host puts it.
     *
     * @param length    bytes, at least 1.
     * @param alignment a power of two; the block's address is a multiple of it.
     * @return the block; the caller closes it.
     * @throws VerbsException ENOMEM if there is no memory, EINVAL for a bad length or alignment.
     */
    MemoryBlock allocate(long length, long alignment);

    /**
     * Returns the bytes that can be allocated now. An estimate: other threads allocate as well, and small blocks take
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
     * The processor does not read the message at an address any more; does nothing if there is none.
     *
     * @param address as with {@link #beginRead}.
     */
    default void endRead(final long address) {
        // memory holds its bytes anyhow
    }
}
