/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * One piece of memory for several shards that follow each other. It is given back with the last of them, and allocated
 * again when one of them is wanted again. Changed by one thread at a time.
 */
final class Slab {
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

    /** The memory of a shard, which counts as used from now on. */
    ShardMemory use(final int shard, final MemoryAllocator memory) {
        if (block == null) {
            block = memory.allocate((long) shards * shardSize, shardSize);
        }
        used++;
        boolean made = false;
        try {
            final ShardMemory memoryOfShard = memory(shard);
            made = true;
            return memoryOfShard;
        } finally {
            if (!made) {
                release();
            }
        }
    }

    /** The memory of a shard that is used. */
    ShardMemory memory(final int shard) {
        return new ShardMemory(block, (shard - firstShard) * shardSize, shardSize);
    }

    /** A shard is not used any more. */
    void release() {
        used--;
        giveBack();
    }

    /** Gives the memory back where no shard is used; a call after one that failed tries again. */
    void giveBack() {
        if (used == 0 && block != null) {
            block.close();
            block = null;
        }
    }

    /** Bytes that are allocated now. */
    long allocated() {
        final MemoryBlock now = block;
        return now == null ? 0 : now.length();
    }
}
