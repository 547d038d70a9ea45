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

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** An arena's figures. Shards are added and removed by one thread at a time. */
final class ArenaTotals implements ArenaMetrics {
    private final int bufferSize;
    private final Slabs slabs;
    private final BufferCaches caches;
    /** Buffers that are out of the shards: held by somebody, or in a cache. */
    private final LongAdder taken = new LongAdder();

    private final AtomicLong highWater = new AtomicLong();
    private volatile int shards;
    private volatile long buffers;
    private volatile long mappings;
    private volatile long iovaPages;
    private volatile long bytesMapped;
    private volatile long mappingNanos;

    ArenaTotals(final int bufferSize, final Slabs slabs, final BufferCaches caches) {
        this.bufferSize = bufferSize;
        this.slabs = slabs;
        this.caches = caches;
    }

    void add(final int slots, final ShardMapping mapping, final long nanos) {
        shards = shards + 1;
        buffers = buffers + slots;
        mappings = mappings + mapping.mappings();
        iovaPages = iovaPages + mapping.pages();
        bytesMapped = bytesMapped + mapping.bytes();
        mappingNanos = mappingNanos + nanos;
    }

    void remove(final int slots, final ShardMapping mapping) {
        shards = shards - 1;
        buffers = buffers - slots;
        mappings = mappings - mapping.mappings();
        iovaPages = iovaPages - mapping.pages();
        bytesMapped = bytesMapped - mapping.bytes();
    }

    void take(final int count) {
        taken.add(count);
    }

    void put() {
        taken.decrement();
    }

    /** Whether no buffer can be free in a shard. */
    boolean areAllTaken() {
        return taken.sum() >= buffers;
    }

    /** Takes note of the buffers out now, or that were since the caches were asked for their lowest size before. */
    void noteHighWater() {
        final long out = Math.min(buffers, taken.sum() - caches.lowest());
        long highest = highWater.get();
        while (highest < out && !highWater.compareAndSet(highest, out)) {
            highest = highWater.get();
        }
    }

    @Override
    public int shards() {
        return shards;
    }

    @Override
    public long buffers() {
        return buffers;
    }

    @Override
    public long buffersInUse() {
        return Math.max(0, Math.min(taken.sum() - caches.size(), buffers));
    }

    @Override
    public long buffersCached() {
        return caches.size();
    }

    @Override
    public long highWater() {
        noteHighWater();
        return highWater.get();
    }

    @Override
    public long mappings() {
        return mappings;
    }

    @Override
    public long iovaPages() {
        return iovaPages;
    }

    @Override
    public long bytesMapped() {
        return bytesMapped;
    }

    @Override
    public long bytesAllocated() {
        return slabs.allocated();
    }

    @Override
    public long bytesWasted() {
        return Math.max(0, bytesMapped - highWater() * bufferSize);
    }

    @Override
    public long mappingNanos() {
        return mappingNanos;
    }
}
