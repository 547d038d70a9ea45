// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Native memory for the blocks of all hosts of a fabric.
 *
 * <p>A block of its own takes {@code alignment - 1} bytes beside its length. If that is little it gets them; if
 * it is much, as for a shard that is aligned to its size, the block is a cell of a {@link Slab}.
 */
public final class NativeHeap {
    /** A block gets memory of its own if alignment costs less than this part of its length. */
    private static final int LITTLE = 8;

    /** Allocates the addresses of memory that is addresses only. */
    private final IovaAllocator addresses = new IovaAllocator();

    private final LandedMessages messages = new LandedMessages();
    private final Int2ObjectHashMap<SlabCache> caches = new Int2ObjectHashMap<>();

    /** Memory for a block: zeroed, aligned. Length and alignment together are at most {@link Integer#MAX_VALUE}. */
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

    /** Returns a block of aligned addresses with nothing behind them. */
    HostMemoryBlock reserve(final HostMemory owner, final BlockKind kind, final int length, final long alignment) {
        final long address = addresses.allocate(order(length, alignment));
        if (address == IovaAllocator.NONE) {
            throw new VerbsException(Errno.ENOMEM, "no address left: length=" + length);
        }
        return new HostMemoryBlock(owner, kind, HostBytes.ADDRESS_ONLY | address, length, alignment);
    }

    /** Returns the messages that were received into memory that is addresses only. */
    public LandedMessages messages() {
        return messages;
    }

    void free(final HostMemoryBlock block) {
        final Slab slab = block.slab;
        if (slab == null) {
            addresses.free(block.address() ^ HostBytes.ADDRESS_ONLY, order(block.length(), block.alignment()));
        } else if (slab.cache == null) {
            slab.release();
        } else {
            slab.cache.give(slab, block.cell);
        }
    }

    private static int order(final long length, final long alignment) {
        final long size = Math.max(length, alignment);
        return IovaAllocator.orderOf((size + Pages.SIZE - 1) >>> Pages.SHIFT);
    }
}
