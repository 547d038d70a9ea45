// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests errors that the arena's collaborators throw while the arena frees idle shards. */
class AgingErrorTest {
    private final FakeDevice device = new FakeDevice();
    private final HookedClock clock = new HookedClock();
    private Throwable refusal;

    private ReceiveArena arena() {
        clock.onArm = this::refuse;
        clock.onCancel = this::refuse;
        return new ReceiveArena(
                device.context().clock(clock).agingPeriod(1).stripeSize(0).growthListener(new GrowthListener() {
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
        assertThrows(AssertionError.class, () -> clock.hand.advanceSeconds(1));
        assertFailed(arena, refusal);
    }

    @Test
    void shouldAgeAgainAfterTheClockHasRefusedAPeriodOnce() {
        final ReceiveArena arena = arena();
        refusal = new IllegalStateException("by the test");
        assertThrows(IllegalStateException.class, () -> arena.setAgingPeriod(2));
        refusal = null;
        arena.release(arena.acquire());
        clock.hand.advanceSeconds(8);
        assertEquals(0, arena.figures().shards());
        arena.close();
    }

    @Test
    void shouldCancelItsTimerIfTheClockRefusedAtTheFirstClose() {
        final ReceiveArena arena = arena();
        arena.release(arena.acquire());
        assertTrue(clock.hand.isAnythingDue());
        refusal = new IllegalStateException("by the test");
        assertSame(refusal, assertThrows(IllegalStateException.class, arena::close));
        refusal = null;
        arena.close();
        assertFalse(clock.hand.isAnythingDue());
        device.assertNothingLeft();
    }
}
