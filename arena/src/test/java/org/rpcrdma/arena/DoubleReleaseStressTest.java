// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two threads release the same handle at the same moment: one of them is told, and the buffer is free once. */
class DoubleReleaseStressTest {
    private static final int ROUNDS = 1_500;

    private final FakeDevice device = new FakeDevice();

    @ParameterizedTest
    @CsvSource({"ADVANCED, 0", "ADVANCED, 8", "PARANOID, 0", "PARANOID, 8"})
    void shouldCatchTheSecondOfTwoReleasesAtOnce(final LeakDetection level, final int threadCache) throws Exception {
        final ReceiveArena arena = new ReceiveArena(
                device.context().threadCacheSize(threadCache).maxShards(1).leakDetection(level));
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        final CyclicBarrier start = new CyclicBarrier(2);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                final long handle = arena.acquire();
                final Future<Boolean> first = threads.submit(() -> release(arena, handle, start));
                final Future<Boolean> second = threads.submit(() -> release(arena, handle, start));
                assertNotEquals(first.get(), second.get(), "one of them releases it");
                assertEquals(0, arena.metrics().buffersInUse());
            }
        } finally {
            threads.shutdownNow();
        }
        arena.close();
        device.assertNothingLeft();
    }

    private static boolean release(final ReceiveArena arena, final long handle, final CyclicBarrier start)
            throws Exception {
        start.await();
        try {
            arena.release(handle);
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }
}
