// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * One piece of memory for several shards that follow each other. It is given back with the last of them, and allocated
 * again when one of them is wanted again. Changed by one thread at a time.
 */
public final class Slab {
    final int firstShard;
    final int shards;
    private final int shardSize;
    private volatile MemoryBlock block;
    private int used;

    Slab(final int firstShard, final int shards, final int shardSize) {
        this.firstShard = firstShard;
        this.shards = shards;
        this.shardSize = shardSize;
    }

    boolean holds(final int shard) {
        return shard >= firstShard && shard - firstShard < shards;
    }

    /** Returns the memory of a shard, which counts as used from now on. */
    ShardMemory use(final int shard, final MemoryAllocator memory) {
        if (block == null) {
            block = memory.allocate((long) shards * shardSize, shardSize);
        }
        final ShardMemory memoryOfShard = memory(shard);
        used++;
        return memoryOfShard;
    }

    /** Returns the memory of a shard that is used. */
    public ShardMemory memory(final int shard) {
        return new ShardMemory(block, (shard - firstShard) * shardSize, shardSize, () -> {
            throw new UnsupportedOperationException("a shard's memory is its slab's to give back");
        });
    }

    /** A shard is not used any more. */
    public void release() {
        used--;
        giveBack();
    }

    /** Gives the memory back if no shard is used; a call after one that failed tries again. */
    void giveBack() {
        if (used == 0 && block != null) {
            block.close();
            block = null;
        }
    }

    /** Returns bytes that are allocated now. */
    long allocated() {
        final MemoryBlock now = block;
        return now == null ? 0 : now.length();
    }
}
