// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

/**
 * Tests threads that use an arena at its limit, but that together never need all of its buffers. Most buffers are in
 * the threads' caches. Even so, no thread may find the arena empty.
 */
class ArenaLimitStressTest {
    private static final int OPERATIONS = Effort.of(20_000, 60_000);

    private final FakeDevice device = new FakeDevice();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @CsvSource({
        "2, 1, 4, 3",
        "2, 1, 128, 3",
        "3, 1, 16, 4",
        "4, 2, 1, 7",
        "4, 2, 16, 7",
        "8, 4, 128, 7",
        "4, 1, 2, 1",
        "3, 4, 64, 21"
    })
    void shouldNotBeEmptyWhileABufferIsFree(final int threads, final int shards, final int stripeSize, final int most)
            throws Exception {
        assertTrue(threads * most < shards * 16);
        Seed.run(seed -> {
            final ReceiveArena arena = new ReceiveArena(
                    device.context().maxShards(shards).stripeSize(stripeSize).bufferSize(4096));
            final ExecutorService pool = Executors.newFixedThreadPool(threads);
            try {
                // Acquire all buffers before any thread starts, so that every shard is needed regardless of what the
                // threads do.
                final List<List<Long>> handles = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    handles.add(new ArrayList<>());
                    for (int j = 0; j < most; j++) {
                        acquire(arena, handles.get(i));
                    }
                }
                final List<Future<?>> users = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    final Random random = new Random(seed + i);
                    final List<Long> mine = handles.get(i);
                    users.add(pool.submit(() -> use(arena, random, mine, most)));
                }
                for (final Future<?> user : users) {
                    user.get();
                }
            } finally {
                pool.shutdownNow();
            }
            assertEquals(0, arena.figures().buffersInUse());
            assertEquals(shards, arena.figures().shards());
            device.closeWholly(arena);
        });
    }

    private void use(final ReceiveArena arena, final Random random, final List<Long> mine, final int most) {
        for (int i = 0; i < OPERATIONS; i++) {
            if (mine.size() < most && random.nextInt(100) < (i / 100 % 2 == 0 ? 80 : 30)) {
                acquire(arena, mine);
            } else if (!mine.isEmpty()) {
                release(arena, mine.remove(random.nextInt(mine.size())));
            }
        }
        mine.forEach(handle -> release(arena, handle));
    }

    private void acquire(final ReceiveArena arena, final List<Long> mine) {
        final long handle = arena.tryAcquire();
        assertNotEquals(ReceiveArena.NONE, handle, "a buffer was free all the time");
        assertTrue(held.add(arena.address(handle)), () -> "handed out twice: " + arena.holds.describe(handle));
        mine.add(handle);
    }

    private void release(final ReceiveArena arena, final long handle) {
        held.remove(arena.address(handle));
        arena.release(handle);
    }
}
