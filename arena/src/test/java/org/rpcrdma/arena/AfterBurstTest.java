// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.testkit.ManualClock;

/**
 * Tests the memory that an arena keeps when four threads release 400 MB of buffers and then continue with a small load.
 */
class AfterBurstTest {
    private static final int THREADS = 4;
    private static final int BUFFERS = 100_000;
    private static final int IN_TURN = 10;
    private static final int PERIOD = 60;
    private static final long MEGABYTE = 1 << 20;

    private final FakeDevice device = new FakeDevice();
    private final ManualClock clock = new ManualClock();
    private final ReceiveArena arena =
            new ReceiveArena(device.context().clock(clock).maxShards(65_536).agingPeriod(PERIOD));

    private enum Order {
        FIFO,
        LIFO,
        RANDOM
    }

    @FunctionalInterface
    private interface Task {
        void run(int thread) throws Exception;
    }

    /** Two periods later, a load of four buffers per second and thread keeps less than 8 MB allocated. */
    @ParameterizedTest
    @CsvSource({"FIFO, false", "LIFO, false", "RANDOM, false", "FIFO, true", "LIFO, true", "RANDOM, true"})
    void shouldFreeTheMemoryOfABurstInTwoPeriods(final Order order, final boolean endpoints) throws Exception {
        final List<ExecutorService> threads = new ArrayList<>();
        final List<ArenaEndpoint> own = new ArrayList<>();
        final List<List<Long>> held = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Executors.newSingleThreadExecutor());
            own.add(arena.newEndpoint(128, BUFFERS));
            held.add(new ArrayList<>());
        }
        final Task acquire = t -> held.get(t).add(endpoints ? own.get(t).acquire() : arena.acquire());
        final Task release = t -> {
            for (final long handle : held.get(t)) {
                if (endpoints) {
                    own.get(t).release(handle);
                } else {
                    arena.release(handle);
                }
            }
            held.get(t).clear();
        };
        for (int i = 0; i < BUFFERS / THREADS; i += IN_TURN) {
            inEach(threads, acquire, IN_TURN);
        }
        assertTrue(arena.figures().allocatedBytes() > 390 * MEGABYTE);
        final Random random = new Random(1);
        for (final List<Long> handles : held) {
            if (order == Order.RANDOM) {
                Collections.shuffle(handles, random);
            } else if (order == Order.LIFO) {
                Collections.reverse(handles);
            }
        }
        inEach(threads, release, 1);
        for (int second = 0; second < 2 * PERIOD; second++) {
            clock.advanceSeconds(1);
            inEach(threads, acquire, 4);
            inEach(threads, release, 1);
        }
        final long bytes = arena.figures().allocatedBytes();
        assertTrue(bytes < 8 * MEGABYTE, "MB=" + (double) bytes / MEGABYTE);
        assertEquals(bytes, 65_536L * device.blocks.size());
        inEach(threads, t -> own.get(t).close(), 1);
        threads.forEach(ExecutorService::shutdownNow);
        device.closeWholly(arena);
    }

    private static void inEach(final List<ExecutorService> threads, final Task task, final int times) throws Exception {
        for (int i = 0; i < THREADS; i++) {
            final int thread = i;
            threads.get(i)
                    .submit(() -> {
                        for (int j = 0; j < times; j++) {
                            task.run(thread);
                        }
                        return null;
                    })
                    .get();
        }
    }
}
