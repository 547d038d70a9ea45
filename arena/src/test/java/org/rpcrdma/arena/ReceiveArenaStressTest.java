// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests two threads that acquire and release buffers close to the arena's limit, while allocations and mappings
 * sometimes fail.
 */
class ReceiveArenaStressTest {
    private static final int OPERATIONS = Effort.of(40_000, 400_000);

    private final FakeDevice device = new FakeDevice();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();
    /**
     * The number of buffers in use, including the buffers that a thread is acquiring or releasing. The arena may grow
     * only if this number exceeds the number of buffers that it has. Buffers that are being released are included,
     * because a release after the search for a free buffer comes too late to prevent growth.
     */
    private final AtomicLong wanted = new AtomicLong();

    private final AtomicLong mostWanted = new AtomicLong();

    @ParameterizedTest
    @CsvSource({"4096, 1, 12", "4096, 70, 70", "4096, 5, 80", "64, 2, 120", "1024, 200, 500"})
    void shouldNeitherLoseNorDoubleABuffer(final int bufferSize, final int maxShards, final int most) throws Exception {
        Seed.run(seed -> run(seed, bufferSize, maxShards, most));
    }

    @ParameterizedTest
    @CsvSource({"4096, 1, 12", "4096, 5, 80", "1024, 200, 500"})
    void shouldNeitherLoseNorDoubleABufferOfShardsInPieces(final int bufferSize, final int maxShards, final int most)
            throws Exception {
        device.mostBytes = 2 * 4096;
        Seed.run(seed -> run(seed, bufferSize, maxShards, most));
    }

    @Test
    void shouldAddOneShardIfTwoThreadsWantTheFirstBuffer() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final CyclicBarrier start = new CyclicBarrier(2);
            for (int round = 0; round < 2000; round++) {
                final ReceiveArena arena = new ReceiveArena(device.context());
                final Future<Long> first = threads.submit(() -> acquireAt(start, arena));
                final Future<Long> second = threads.submit(() -> acquireAt(start, arena));
                assertNotEquals(first.get(), second.get());
                assertEquals(1, arena.figures().shards());
                assertEquals(2, arena.figures().buffersHighWater());
                arena.release(first.get());
                arena.release(second.get());
                arena.close();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long acquireAt(final CyclicBarrier start, final ReceiveArena arena) throws Exception {
        start.await(100, TimeUnit.SECONDS);
        return arena.acquire();
    }

    private void run(final long seed, final int bufferSize, final int maxShards, final int most) throws Exception {
        final int shardSize = maxShards == most ? bufferSize : 16 * 4096;
        final ReceiveArena arena = new ReceiveArena(
                device.context().bufferSize(bufferSize).shardSize(shardSize).maxShards(maxShards));
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final CyclicBarrier start = new CyclicBarrier(2);
            final Future<?> first = threads.submit(() -> use(arena, start, new Random(seed), most / 2));
            final Future<?> second = threads.submit(() -> use(arena, start, new Random(seed ^ 1), most / 2));
            first.get();
            second.get();
        } finally {
            threads.shutdownNow();
        }
        assertTrue(held.isEmpty());
        final long slots = shardSize / bufferSize;
        final ArenaFigures figures = arena.figures();
        assertEquals(0, figures.buffersInUse());
        assertTrue(figures.buffersHighWater() <= most / 2 * 2, "more were out than the two held");
        assertTrue(
                (figures.buffersHighWater() + slots - 1) / slots <= figures.shards()
                        && figures.shards() <= (mostWanted.get() + slots - 1) / slots,
                () -> "a superfluous shard: mostWanted=" + mostWanted + " " + figures);
        assertEquals(figures.mappings(), device.mappings.size());
        arena.close();
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
        assertThrows(IllegalStateException.class, arena::acquire);
    }

    /**
     * Together, the two threads never hold more buffers than the arena has, so an acquisition must not find the arena
     * empty.
     */
    private Void use(final ReceiveArena arena, final CyclicBarrier start, final Random random, final int most)
            throws Exception {
        final List<Long> mine = new ArrayList<>();
        start.await(100, TimeUnit.SECONDS);
        for (int i = 0; i < OPERATIONS; i++) {
            if (mine.size() < most && random.nextInt(100) < (i / 1000 % 2 == 0 ? 80 : 30)) {
                failNowAndThen(random);
                acquire(arena, mine);
            } else if (!mine.isEmpty()) {
                release(arena, mine.remove(random.nextInt(mine.size())));
            }
        }
        mine.forEach(handle -> release(arena, handle));
        return null;
    }

    private void failNowAndThen(final Random random) {
        if (random.nextInt(1000) == 0) {
            synchronized (device) {
                device.allocationsLeft = random.nextInt(3) == 0 ? 0 : Integer.MAX_VALUE;
                device.mappingsLeft = random.nextInt(3) == 0 ? 0 : Integer.MAX_VALUE;
            }
        }
    }

    private void acquire(final ReceiveArena arena, final List<Long> mine) {
        mostWanted.accumulateAndGet(wanted.incrementAndGet(), Math::max);
        try {
            final Long handle = arena.acquire();
            assertTrue(held.add(arena.address(handle)), () -> "handed out twice: " + arena.holds.describe(handle));
            mine.add(handle);
        } catch (final VerbsException e) {
            wanted.decrementAndGet();
            assertNotNull(e.errno());
        }
    }

    private void release(final ReceiveArena arena, final long handle) {
        held.remove(arena.address(handle));
        arena.release(handle);
        wanted.decrementAndGet();
    }
}
