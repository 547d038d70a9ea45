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

import java.util.concurrent.locks.ReentrantLock;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * An arena's shards: takes a slot for one who entered the {@link BufferCount}, and adds a shard where more have
 * entered than there are slots. Taking needs no lock; adding and closing do.
 */
final class Shards {
    private static final int SEARCHES_BEFORE_MARKING = 64;
    private static final int NAMED_AT_CLOSE = 8;

    private final MemoryAllocator memory;
    private final ShardMapper mapper;
    private final int shardSize;
    private final int slots;
    private final int firstGeneration;
    private final BufferCount count;
    private final ArenaTotals totals;
    private final ShardIndex index = new ShardIndex();
    private final ReentrantLock growth = new ReentrantLock();

    Shards(
            final MemoryAllocator memory,
            final ShardMapper mapper,
            final int shardSize,
            final int bufferSize,
            final int firstGeneration,
            final BufferCount count) {
        this.memory = memory;
        this.mapper = mapper;
        this.shardSize = shardSize;
        this.slots = shardSize / bufferSize;
        this.firstGeneration = firstGeneration;
        this.count = count;
        this.totals = new ArenaTotals(count, bufferSize);
    }

    ArenaTotals totals() {
        return totals;
    }

    /** The shard of an id; null where there is none. */
    Shard get(final int id) {
        return index.get(id);
    }

    /** Makes a slot that was released findable. */
    void markFree(final Shard shard) {
        index.mark(shard);
    }

    /** Closes where nobody has entered. Goes on after a failure, and throws the first at the end. */
    void close() {
        growth.lock();
        try {
            if (!count.close()) {
                throw new IllegalStateException(buffersOut());
            }
            closeAll();
        } finally {
            growth.unlock();
        }
    }

    private void closeAll() {
        RuntimeException failure = null;
        for (int id = 0; id < index.size(); id++) {
            try {
                index.get(id).close();
            } catch (final RuntimeException e) {
                failure = Failures.join(failure, e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Takes the lowest free slot for one who entered the count: there is one, or a shard may be added. */
    long take() {
        for (int searches = 1; ; searches++) {
            Shard shard;
            while ((shard = index.lowestMarked()) != null) {
                final int slot = shard.take();
                if (slot != Shard.NO_SLOT) {
                    return BufferHandle.of(shard.generation(slot), shard.id, slot);
                }
                index.unmark(shard);
            }
            if (count.inUse() > totals.buffers()) {
                grow();
            } else if (searches % SEARCHES_BEFORE_MARKING == 0) {
                markAll();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Adds a shard if it is still true that more buffers are wanted than there are. */
    private void grow() {
        growth.lock();
        try {
            if (count.inUse() > totals.buffers()) {
                final Shard shard = newShard(index.size());
                totals.add(shard);
                index.add(shard);
            }
        } finally {
            growth.unlock();
        }
    }

    /** A thread was stopped between taking a mark away and looking again: do it in its place. */
    private void markAll() {
        growth.lock();
        try {
            index.markAll();
        } finally {
            growth.unlock();
        }
    }

    private Shard newShard(final int id) {
        final MemoryBlock block = memory.allocate(shardSize, shardSize);
        try {
            return new Shard(id, block, mapper.map(block), slots, firstGeneration);
        } catch (final RuntimeException e) {
            Failures.closing(e, block);
            throw e;
        }
    }

    private String buffersOut() {
        final StringBuilder text = new StringBuilder("arena has buffers out: buffersInUse=").append(count.inUse());
        int named = 0;
        for (int id = 0; id < index.size(); id++) {
            final Shard shard = index.get(id);
            for (int slot = 0; slot < slots; slot++) {
                if (!shard.isFree(slot) && named++ < NAMED_AT_CLOSE) {
                    text.append("; ").append(BufferHandle.toString(BufferHandle.of(shard.generation(slot), id, slot)));
                }
            }
        }
        return text.append(named > NAMED_AT_CLOSE ? "; ..." : "").toString();
    }
}
