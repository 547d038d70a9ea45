// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Effort;

/** Tests that an arena never hands out a buffer twice after the stack overflows at any depth of a call. */
class FailedArenaStressTest {
    private final FakeDevice device = new FakeDevice();

    /** Makes the thread's stack overflow at each depth of each call. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 16})
    void shouldHandNoBufferOutTwiceIfTheStackOverflows(final int stripeSize) throws Exception {
        final List<Throwable> failures = new ArrayList<>();
        final Thread thread = new Thread(
                null,
                () -> {
                    try {
                        for (int room = 0; room < 120; room += Effort.of(7, 1)) {
                            overflow(stripeSize, room);
                        }
                    } catch (final RuntimeException | Error e) {
                        failures.add(e);
                    }
                },
                "overflowing",
                512 * 1024);
        thread.start();
        thread.join();
        assertEquals(List.of(), failures);
    }

    private void overflow(final int stripeSize, final int room) {
        final ReceiveArena arena = new ReceiveArena(device.context()
                .stripeSize(stripeSize)
                .leakDetection(room % 2 == 0 ? LeakDetection.SIMPLE : LeakDetection.PARANOID)
                .leakListener(leak -> {})
                .maxShards(3));
        final ArenaEndpoint endpoint = arena.newEndpoint(stripeSize, 48);
        final Set<Long> held = new HashSet<>();
        final long[] batch = new long[3];
        held.add(arena.acquire());
        final long released = endpoint.acquire();
        final long[] got = {ReceiveArena.NONE, ReceiveArena.NONE, 0};
        boolean failed = false;
        failed |= fall(room, () -> got[0] = arena.tryAcquire());
        failed |= fall(room, () -> got[1] = endpoint.tryAcquire());
        failed |= fall(room, () -> got[2] = arena.tryAcquire(batch, 0, 3));
        failed |= fall(room, () -> endpoint.release(released));
        for (int i = 0; i < 2; i++) {
            assertTrue(got[i] == ReceiveArena.NONE || held.add(got[i]));
        }
        for (int i = 0; i < got[2]; i++) {
            assertTrue(held.add(batch[i]));
        }
        drain(arena, endpoint, held, failed);
    }

    /** Acquires every buffer that is still free, and asserts that these buffers were not in use. */
    private static void drain(
            final ReceiveArena arena, final ArenaEndpoint endpoint, final Set<Long> held, final boolean failed) {
        final Set<Long> addresses = new HashSet<>();
        for (final long handle : held) {
            assertTrue(addresses.add(arena.address(handle)));
        }
        try {
            for (long handle = endpoint.tryAcquire(); handle != ReceiveArena.NONE; handle = endpoint.tryAcquire()) {
                assertTrue(addresses.add(arena.address(handle)), "handed out twice");
            }
            for (long handle = arena.tryAcquire(); handle != ReceiveArena.NONE; handle = arena.tryAcquire()) {
                assertTrue(addresses.add(arena.address(handle)), "handed out twice");
            }
        } catch (final IllegalStateException e) {
            assertTrue(failed);
            assertInstanceOf(StackOverflowError.class, e.getCause());
        }
    }

    /**
     * Recurses until the stack overflows, then makes a call a few frames above the deepest frame. Returns true if the
     * call failed.
     */
    private boolean fall(final int room, final Runnable use) {
        final int[] state = new int[2];
        descend(room, use, state);
        return state[1] > 0;
    }

    private static int descend(final int room, final Runnable use, final int[] state) {
        int away;
        try {
            away = 1 + descend(room, use, state);
        } catch (final StackOverflowError e) {
            away = 0;
        }
        if (away == room && state[0] == 0) {
            state[0] = 1;
            try {
                use.run();
            } catch (final StackOverflowError | IllegalStateException e) {
                state[1] = 1;
            }
        }
        return away;
    }
}
