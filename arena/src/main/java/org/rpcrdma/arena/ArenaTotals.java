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

/** An arena's figures. Shards are added by one thread at a time. */
final class ArenaTotals implements ArenaMetrics {
    private final BufferCount count;
    private final int bufferSize;
    private final AtomicLong highWater = new AtomicLong();
    private volatile int shards;
    private volatile long buffers;
    private volatile long mappings;
    private volatile long iovaPages;
    private volatile long bytesMapped;

    ArenaTotals(final BufferCount count, final int bufferSize) {
        this.count = count;
        this.bufferSize = bufferSize;
    }

    void add(final Shard shard) {
        shards = shards + 1;
        buffers = buffers + shard.slots();
        mappings = mappings + shard.mapping.mappings();
        iovaPages = iovaPages + shard.mapping.pages();
        bytesMapped = bytesMapped + shard.mapping.bytes();
    }

    /** Notes that an entry into the count led to a buffer; others that entered may not come so far. */
    void noteInUse(final long entry) {
        long highest = highWater.get();
        while (highest < entry && highest < buffers) {
            if (highWater.compareAndSet(highest, Math.min(entry, buffers))) {
                return;
            }
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
        return Math.min(count.inUse(), buffers);
    }

    @Override
    public long highWater() {
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
    public long bytesWasted() {
        return bytesMapped - highWater() * bufferSize;
    }
}
