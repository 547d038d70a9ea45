// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.NicCaches;

/**
 * An entry of the {@link KeyTable}: a key with its range and its rights.
 */
public interface MemoryKey {
    /** The result of {@link #fault} if there is no memory that could be made present. */
    long NEVER = 0;

    /** The queue pair number for an access that does not come through a queue pair. */
    int NO_QUEUE_PAIR = 0;

    /** Returns the whole key: index and low byte. */
    int key();

    /** Returns true if the key grants access now; a precondition of the other methods that take an address. */
    boolean isValid();

    /**
     * Returns true if the key grants a local work request the given rights to a range.
     */
    boolean allows(int user, long address, long length, int rights);

    /**
     * Like {@link #allows}, but for a peer.
     *
     * @param through the number of the queue pair that received the peer's request, or {@link #NO_QUEUE_PAIR}.
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

    /** Looks up the contexts that the NIC needs to translate an address of the key. */
    default void lookUp(final NicCaches contexts, final long address) {
        contexts.useKey(key());
    }

    /**
     * Returns the number of bytes, at most {@code length}, that are contiguous for DMA from an address within one page;
     * the key must cover them.
     */
    default int contiguous(final long address, final int length) {
        return Math.min(length, Pages.SIZE - (int) (address & ~Pages.MASK));
    }

    /** Returns true if the device has the pages of a range that the key covers; always true for pinned memory. */
    default boolean isPresent(final long address, final long length, final boolean forWriting) {
        return true;
    }

    /** Starts to make pages present. Returns the time, in ns, at which they will be present, or {@link #NEVER}. */
    default long fault(final long address, final long length, final boolean forWriting) {
        return NEVER;
    }

    /** Returns true if a peer may invalidate the key. */
    default boolean isPeerInvalidatable() {
        return true;
    }

    /**
     * Invalidates the key for a work request posted to or received by a queue pair. Returns false if the rules forbid
     * it.
     */
    default boolean invalidateBy(final int user, final int through) {
        return false;
    }
}
