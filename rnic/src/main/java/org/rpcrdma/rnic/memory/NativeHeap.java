// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * Allocates native memory for the blocks of all hosts in a network.
 *
 * <p>A separately allocated block requires {@code alignment - 1} extra bytes. If this overhead is large, for example
 * for a shard that is aligned to its own size, the block becomes a cell of a {@link Slab} instead.
 */
public final class NativeHeap {
    /** A block is allocated separately if its alignment is less than its length divided by this number. */
    private static final int LITTLE = 8;

    private final Int2ObjectHashMap<SlabCache> caches = new Int2ObjectHashMap<>();

    /** Allocates a zeroed, aligned block. The sum of length and alignment must not exceed {@link Integer#MAX_VALUE}. */
    HostMemoryBlock allocate(final HostMemory owner, final BlockKind kind, final int length, final int alignment) {
        final long cellSize = (length + (long) alignment - 1) & -alignment;
        if (cellSize > SlabCache.MAX_SLAB / 2 || (alignment - 1L) * LITTLE <= length) {
            return new HostMemoryBlock(owner, kind, new Slab(null, length, 1, alignment), length, alignment);
        }
        final SlabCache cache = caches.computeIfAbsent((int) cellSize, SlabCache::new);
        final Slab slab = cache.slabWithFreeCell();
        final HostMemoryBlock block = new HostMemoryBlock(owner, kind, slab, length, alignment);
        cache.taken(slab);
        return block;
    }

    void free(final HostMemoryBlock block) {
        final Slab slab = block.slab;
        if (slab.cache == null) {
            slab.release();
        } else {
            slab.cache.give(slab, block.cell);
        }
    }
}
