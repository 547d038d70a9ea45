// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.testkit.Seed;

/**
 * Tests two threads that acquire and release buffers while a third thread advances the time and trims the arena.
 * Buffers in use must stay mapped, and no buffer may be acquired twice.
 */
class ShardAgingStressTest {
    private static final int OPERATIONS = Effort.of(30_000, 300_000);

    private final FakeDevice device = new FakeDevice();
    private final ManualClock clock = new ManualClock();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @CsvSource({"4096, 0", "65536, 0", "512, 0", "4096, 16", "65536, 4", "512, 200"})
    void shouldNeverReclaimABufferInUse(final int bufferSize, final int cacheSize) throws Exception {
        Seed.run(seed -> run(seed, bufferSize, cacheSize));
    }

    private void run(final long seed, final int bufferSize, final int cacheSize) throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.stripedContext()
                .clock(clock)
                .agingPeriod(1)
                .stripeSize(cacheSize)
                .bufferSize(bufferSize));
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final Future<?> first = threads.submit(() -> use(arena, new Random(seed)));
            final Future<?> second = threads.submit(() -> use(arena, new Random(seed ^ 1)));
            final Random random = new Random(seed ^ 2);
            while (!first.isDone() || !second.isDone()) {
                clock.advanceSeconds(1);
                if (random.nextInt(50) == 0) {
                    arena.trim();
                }
            }
            first.get();
            second.get();
            clock.advanceSeconds(10);
            assertEquals(0, arena.figures().shards());
        } finally {
            threads.shutdownNow();
        }
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
        arena.close();
    }

    private Void use(final ReceiveArena arena, final Random random) {
        final List<Long> mine = new ArrayList<>();
        for (int i = 0; i < OPERATIONS; i++) {
            if (mine.size() < 100 && random.nextInt(100) < (i / 2000 % 2 == 0 ? 80 : 20)) {
                final long handle = arena.acquire();
                assertTrue(held.add(arena.address(handle)), () -> "handed out twice: " + arena.holds.describe(handle));
                mine.add(handle);
            } else if (!mine.isEmpty()) {
                release(arena, mine.remove(random.nextInt(mine.size())));
            }
        }
        mine.forEach(handle -> release(arena, handle));
        return null;
    }

    private void release(final ReceiveArena arena, final long handle) {
        final long address = arena.address(handle);
        synchronized (device) {
            final Map.Entry<Long, FakeDevice.Block> block = device.blocks.floorEntry(address);
            assertNotNull(block, "memory was freed");
            assertTrue(address < block.getKey() + block.getValue().length, "memory was freed");
        }
        assertEquals(address, device.addressOf(arena.iova(handle)));
        held.remove(address);
        arena.release(handle);
    }
}
