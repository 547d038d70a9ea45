// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

/**
 * Closes an arena while threads use it, in many rounds. Each close either fails or takes effect atomically. A buffer in
 * use stays mapped, and no memory or mapping remains after the last release.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArenaCloseStressTest {
    private static final int USERS = 3;

    private final FakeDevice device = new FakeDevice();

    @ParameterizedTest
    @CsvSource({"2000, 0", "200, 1", "200, 8", "200, 128"})
    void shouldRefuseOrCloseAtOneMoment(final int rounds, final int stripeSize) throws Exception {
        rounds(rounds, stripeSize, ArenaCloseStressTest::closeUntilDone);
    }

    @ParameterizedTest
    @CsvSource({"2000, 0", "200, 1", "200, 8", "200, 128"})
    void shouldCloseWithTheLastBuffer(final int rounds, final int stripeSize) throws Exception {
        rounds(rounds, stripeSize, ReceiveArena::closeWhenReturned);
    }

    private void rounds(final int rounds, final int stripeSize, final Closing closing) throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(USERS);
        try {
            Seed.run(seed -> {
                final Random random = new Random(seed);
                for (int round = Effort.of(3 * rounds / 4, 0); round < rounds; round++) {
                    round(threads, random, stripeSize, closing);
                }
            });
        } finally {
            threads.shutdownNow();
        }
    }

    private void round(final ExecutorService threads, final Random random, final int stripeSize, final Closing closing)
            throws Exception {
        final ReceiveArena arena =
                new ReceiveArena(device.context().stripeSize(stripeSize).maxShards(2));
        final CyclicBarrier start = new CyclicBarrier(USERS + 1);
        final List<Future<?>> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            final Random own = new Random(random.nextLong());
            users.add(threads.submit(() -> use(arena, start, own)));
        }
        start.await(100, TimeUnit.SECONDS);
        for (int delay = random.nextInt(2000); delay > 0; delay--) {
            Thread.onSpinWait();
        }
        closing.close(arena);
        for (final Future<?> user : users) {
            user.get();
        }
        device.assertNothingLeft();
    }

    private static void closeUntilDone(final ReceiveArena arena) {
        while (true) {
            try {
                arena.close();
                return;
            } catch (final IllegalStateException e) {
                assertTrue(e.getMessage().startsWith("arena has unreleased buffers: "), e.getMessage());
                Thread.yield();
            }
        }
    }

    /** Continues for some time after the arena rejects a call, because that call may have delayed the last release. */
    private Void use(final ReceiveArena arena, final CyclicBarrier start, final Random random) throws Exception {
        final List<Long> mine = new ArrayList<>();
        start.await(100, TimeUnit.SECONDS);
        int left = 50 + random.nextInt(100);
        while (left > 0 || !mine.isEmpty()) {
            if (left-- > 0 && mine.size() < 4 && random.nextInt(3) > 0) {
                acquire(arena, mine);
            } else if (!mine.isEmpty()) {
                final long handle = mine.remove(random.nextInt(mine.size()));
                assertTrue(device.isMapped(arena.address(handle)), "memory of a held buffer was freed");
                arena.release(handle);
            }
        }
        return null;
    }

    private static void acquire(final ReceiveArena arena, final List<Long> mine) {
        try {
            mine.add(arena.acquire());
        } catch (final IllegalStateException e) {
            assertEquals("arena is closed", e.getMessage());
        }
    }

    private interface Closing {
        void close(ReceiveArena arena);
    }
}
