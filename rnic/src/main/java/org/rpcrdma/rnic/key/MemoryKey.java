// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.NicCaches;

/**
 * A key of the {@link KeyTable}: its range and its rights.
 */
public interface MemoryKey {
    /** The answer of {@link #fault} if there is no memory that could be made present. */
    long NEVER = 0;

    /** The number of no queue pair, for an access that comes through none. */
    int NO_QUEUE_PAIR = 0;

    /** Returns the whole key: index and low byte. */
    int key();

    /** Returns true if the key opens anything now. The other methods that take an address need that. */
    boolean isValid();

    /**
     * Returns true if the key's range contains a range and its rights include the requested ones: for local work
     * requests.
     */
    boolean allows(int user, long address, long length, int rights);

    /**
     * As {@link #allows}, for a peer.
     *
     * @param through the number of the queue pair that the peer's request came to, or {@link #NO_QUEUE_PAIR}.
     */
    default boolean allowsPeer(
            final int user, final int through, final long address, final long length, final int rights) {
        return allows(user, address, length, rights);
    }

    /** Returns the first address that the key covers. */
    default long firstAddress() {
        return 0;
    }

    /**
     * Returns the DMA address of an address that the key covers; the memory there is contiguous up to the end of its
     * page.
     */
    long dmaAddress(long address);

    /** Looks up the contexts that the NIC needs to find an address of the key. */
    default void lookUp(final NicCaches contexts, final long address) {
        contexts.useKey(key());
    }

    /**
     * Returns how many of a number of bytes from an address on, which the key covers, are contiguous in one page for
     * DMA.
     */
    default int contiguous(final long address, final int length) {
        return Math.min(length, Pages.SIZE - (int) (address & ~Pages.MASK));
    }

    /** Returns true if the device has the pages of a range that the key covers; always true for pinned memory. */
    default boolean isPresent(final long address, final long length, final boolean forWriting) {
        return true;
    }

    /** Begins to make pages present: returns when they are, or {@link #NEVER}. */
    default long fault(final long address, final long length, final boolean forWriting) {
        return NEVER;
    }

    /** Returns true if a peer may invalidate the key. */
    default boolean isPeerInvalidatable() {
        return true;
    }

    /**
     * Invalidates the key by a work request of a domain, on a queue pair or come to it. Returns false if the rules
     * forbid it.
     */
    default boolean invalidateBy(final int user, final int through) {
        return false;
    }
}
