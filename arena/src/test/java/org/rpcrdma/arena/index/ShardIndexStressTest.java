// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

/**
 * Tests a thread that frees a buffer, the only free one, while another thread searches, clears marks or adds a shard.
 * At the end of each round, either the searching thread has the buffer, or the marks lead to it.
 */
class ShardIndexStressTest {
    private final FakeDevice device = new FakeDevice();
    private final DmaShardMapper mapper = new DmaShardMapper(device.domain());
    private final ShardMapping mapping = mapper.map(device.allocate(65_536, 65_536));
    /** One buffer per shard, so that buffers and shards have the same numbers. */
    private final ShardGeometry geometry = new ShardGeometry(65_536, 65_536, 1 << 20);

    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /** The index of the current round. Written before {@link #begun} changes, and read afterwards. */
    private ShardIndex index;

    private int only;

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void shouldLoseNoMarkWhileASearchClearsIt() throws Exception {
        Seed.run(seed -> {
            index = full(70);
            only = 69;
            rounds(Effort.of(50_000, 200_000), new Random(seed), () -> index.mark(only));
        });
    }

    /** A stale mark precedes the next shard's mark, so the search has to clear the stale mark. */
    @Test
    void shouldLoseNoMarkOfTheNextShard() throws Exception {
        Seed.run(seed -> {
            index = full(4200);
            only = 4199;
            rounds(Effort.of(25_000, 100_000), new Random(seed), () -> index.mark(4198));
        });
    }

    private void rounds(final int rounds, final Random random, final Runnable prepare) throws Exception {
        final Future<?> searcher = threads.submit(() -> {
            try {
                for (int round = 1; round <= rounds; round++) {
                    await(begun, round);
                    index.take();
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
            assertTrue(index.put(only, true));
            await(ended, round);
            if (index.leafOf(only).isFree(only)) {
                assertEquals(only, HandleBits.buffer(index.take()), "marks lead to nothing in round " + round);
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

    private ShardIndex full(final int shards) {
        final ShardIndex filled = new ShardIndex(geometry, 0, mapper, false);
        for (int shard = 0; shard < shards; shard++) {
            final ShardLeaf leaf = filled.leafFor(shard);
            leaf.add(shard, new Addresses(65_536L * shard), mapping, 0, 1);
            filled.mark(shard);
            filled.take();
        }
        filled.take();
        return filled;
    }
}
