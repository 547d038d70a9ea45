// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.NicCaches;

/** An entry of the {@link KeyTable}: a key with its range and rights. */
public interface MemoryKey {
    /** The result of {@link #fault} if the memory can never be made present. */
    long NEVER = 0;

    /** The queue pair number for an access that does not come through a queue pair. */
    int NO_QUEUE_PAIR = 0;

    /** Returns the whole key, which consists of an index and a low byte. */
    int key();

    /**
     * Returns true if the key currently grants access. The other methods that accept an address may be called only on a
     * valid key.
     */
    boolean isValid();

    /** Returns true if the key grants a local work request the given rights for a range. */
    boolean allows(int user, long address, long length, int rights);

    /**
     * Like {@link #allows}, but for a peer's access.
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
     * Returns the DMA address for an address that the key covers. The memory is contiguous up to the end of the page.
     */
    long dmaAddress(long address);

    /** Looks up the contexts that the NIC needs to translate an address of this key. */
    default void lookUp(final NicCaches contexts, final long address) {
        contexts.useKey(key());
    }

    /**
     * Returns the number of bytes, at most {@code length}, that are contiguous for DMA, starting at an address. The
     * bytes must lie within one page, and the key must cover them.
     */
    default int contiguous(final long address, final int length) {
        return Math.min(length, Pages.SIZE - (int) (address & ~Pages.MASK));
    }

    /**
     * Returns true if the pages of a range that the key covers are present for the device; always true for pinned
     * memory.
     */
    default boolean isPresent(final long address, final long length, final boolean forWriting) {
        return true;
    }

    /** Starts making pages present. Returns the time, in ns, at which they will be present, or {@link #NEVER}. */
    default long fault(final long address, final long length, final boolean forWriting) {
        return NEVER;
    }

    /** Returns true if a peer may invalidate the key. */
    default boolean isPeerInvalidatable() {
        return true;
    }

    /**
     * Invalidates the key for a work request that was posted to, or received by, a queue pair. Returns false if the
     * key's rules do not permit it.
     */
    default boolean invalidateBy(final int user, final int through) {
        return false;
    }
}
