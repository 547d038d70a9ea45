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

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One thread frees the only slot that is free at all while the other searches, clears marks or adds a shard. At the
 * end of each round the searcher has the slot, or the marks lead to it.
 */
class ShardIndexStressTest {
    private final FakeDevice device = new FakeDevice();
    private final FakeDevice.Block block = (FakeDevice.Block) device.allocate(65_536, 65_536);
    private final ShardMapping mapping = new DmaShardMapper(device.domain()).map(block);
    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /** Written before {@link #begun} steps, read after. */
    private ShardIndex index;

    private Shard only;

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void shouldLoseNoMarkWhileASearchClearsIt() throws Exception {
        Seed.run(seed -> {
            index = full(70);
            only = index.get(69);
            rounds(300_000, new Random(seed), () -> index.mark(only), () -> {});
        });
    }

    @Test
    void shouldLoseNoMarkWhileTheIndexGrowsAtTheTop() throws Exception {
        Seed.run(seed -> rounds(
                40_000,
                new Random(seed),
                () -> {
                    index = full(64);
                    only = index.get(5);
                },
                () -> {
                    final Shard shard = shard(64);
                    shard.take();
                    index.add(shard);
                }));
    }

    private void rounds(final int rounds, final Random random, final Runnable prepare, final Runnable other)
            throws Exception {
        final Future<?> searcher = threads.submit(() -> {
            try {
                for (int round = 1; round <= rounds; round++) {
                    await(begun, round);
                    other.run();
                    takeLowest(index);
                    ended.set(round);
                }
            } finally {
                ended.set(rounds);
            }
        });
        for (int round = 1; round <= rounds; round++) {
            prepare.run();
            begun.set(round);
            for (int delay = random.nextInt(40); delay > 0; delay--) {
                Thread.onSpinWait();
            }
            only.release(0);
            index.mark(only);
            await(ended, round);
            if (only.isFree(0)) {
                assertSame(only, takeLowest(index), "marks lead to nothing in round " + round);
            }
        }
        searcher.get();
    }

    private static void await(final AtomicInteger counter, final int value) {
        for (int spins = 0; counter.get() < value && !Thread.currentThread().isInterrupted(); spins++) {
            if (spins % 1000 == 999) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
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

    private ShardIndex full(final int shards) {
        final ShardIndex filled = new ShardIndex();
        for (int id = 0; id < shards; id++) {
            filled.add(shard(id));
            takeLowest(filled);
        }
        takeLowest(filled);
        return filled;
    }

    private Shard shard(final int id) {
        return new Shard(id, block, mapping, 1, 0);
    }
}
