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

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two threads take and release while almost nothing is free, and one of them adds shards: no mark may be lost. */
class ShardIndexStressTest {
    private static final int ROUNDS = 3_000;

    private final FakeDevice device = new FakeDevice();
    private final FakeDevice.Block block = (FakeDevice.Block) device.allocate(65_536, 65_536);
    private final ShardMapping mapping = new DmaShardMapper(device.domain()).map(block);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 62, 64, 127})
    void shouldLoseNoMark(final int shards) throws Exception {
        Seed.run(seed -> run(seed, shards));
    }

    private void run(final long seed, final int shards) throws Exception {
        final Random random = new Random(seed);
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final CyclicBarrier start = new CyclicBarrier(2);
            for (int round = 0; round < ROUNDS; round++) {
                final ShardIndex index = new ShardIndex();
                final Deque<Shard> first = new ArrayDeque<>();
                final Deque<Shard> second = new ArrayDeque<>();
                for (int id = 0; id < shards; id++) {
                    index.add(shard(id));
                    (id % 2 == 0 ? first : second).add(takeLowest(index));
                }
                final long one = random.nextLong();
                final long other = random.nextLong();
                final Future<Integer> a = threads.submit(() -> use(index, first, start, new Random(one), 4));
                final Future<Integer> b = threads.submit(() -> use(index, second, start, new Random(other), 0));
                final int held = a.get() + b.get();
                assertEquals(index.size() - held, drain(index), "buffers that can be found of those that are free");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns how many shards this thread holds at the end. */
    private int use(
            final ShardIndex index,
            final Deque<Shard> mine,
            final CyclicBarrier start,
            final Random random,
            final int toAdd)
            throws Exception {
        int added = 0;
        start.await();
        for (int i = 0; i < 60; i++) {
            if (added < toAdd && random.nextInt(10) == 0) {
                index.add(shard(index.size()));
                added++;
            } else if (random.nextBoolean() && !mine.isEmpty()) {
                final Shard shard = mine.poll();
                shard.release(0);
                index.mark(shard);
            } else {
                final Shard shard = takeLowest(index);
                if (shard != null) {
                    mine.add(shard);
                }
            }
        }
        return mine.size();
    }

    private static int drain(final ShardIndex index) {
        int found = 0;
        while (takeLowest(index) != null) {
            found++;
        }
        return found;
    }

    private static Shard takeLowest(final ShardIndex index) {
        for (Shard shard = index.lowestMarked(); shard != null; shard = index.lowestMarked()) {
            if (shard.take() != Shard.NO_SLOT) {
                return shard;
            }
            index.unmark(shard);
        }
        return null;
    }

    private Shard shard(final int id) {
        return new Shard(id, block, mapping, 1, 0);
    }
}
