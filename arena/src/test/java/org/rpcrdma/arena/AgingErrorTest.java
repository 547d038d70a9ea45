// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Errors of collaborators while idle shards are given back. */
class AgingErrorTest {
    private final FakeDevice device = new FakeDevice();
    private final HandClock hand = new HandClock();
    private Throwable refusal;

    private ReceiveArena arena() {
        return new ReceiveArena(device.context()
                .clock(clock())
                .agingPeriod(1)
                .threadCacheSize(0)
                .growthListener(new GrowthListener() {
                    @Override
                    public boolean mayGrow(final int arenaId, final int shards, final int shardSize) {
                        return true;
                    }

                    @Override
                    public void gaveBack(final int arenaId, final int shardSize) {
                        refuse();
                    }
                }));
    }

    private void refuse() {
        if (refusal instanceof Error error) {
            throw error;
        }
        if (refusal instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public long nanoTime() {
                return hand.nanoTime();
            }

            @Override
            public Timer newTimer(final Runnable task) {
                final Timer timer = hand.newTimer(task);
                return new Timer() {
                    @Override
                    public void arm(final long delayNanos) {
                        refuse();
                        timer.arm(delayNanos);
                    }

                    @Override
                    public boolean cancel() {
                        return timer.cancel();
                    }

                    @Override
                    public boolean isArmed() {
                        return timer.isArmed();
                    }
                };
            }
        };
    }

    private static void assertFailed(final ReceiveArena arena, final Throwable cause) {
        assertSame(
                cause,
                assertThrows(IllegalStateException.class, arena::tryAcquire).getCause());
        assertSame(
                cause, assertThrows(IllegalStateException.class, arena::close).getCause());
    }

    @Test
    void shouldFailClosedAfterAnErrorWhileItIsTrimmed() {
        final ReceiveArena arena = arena();
        arena.release(arena.acquire());
        refusal = new AssertionError("by the test");
        assertSame(refusal, assertThrows(AssertionError.class, arena::trim));
        assertFailed(arena, refusal);
    }

    @Test
    void shouldFailClosedAfterAnErrorOfTheClockInAPass() {
        final ReceiveArena arena = arena();
        final long held = arena.acquire();
        arena.release(arena.acquire());
        arena.release(held);
        refusal = new AssertionError("by the test");
        assertThrows(AssertionError.class, () -> hand.advance(1));
        assertFailed(arena, refusal);
    }

    @Test
    void shouldAgeAgainAfterTheClockHasRefusedAPeriodOnce() {
        final ReceiveArena arena = arena();
        refusal = new IllegalStateException("by the test");
        assertThrows(IllegalStateException.class, () -> arena.setAgingPeriod(2));
        refusal = null;
        arena.release(arena.acquire());
        hand.advance(8);
        assertEquals(0, arena.metrics().shards());
        arena.close();
    }
}
