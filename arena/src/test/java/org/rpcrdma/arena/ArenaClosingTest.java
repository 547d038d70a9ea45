// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.verbs.VerbsException;

/** Tests how an arena closes after failed calls, and the order in which it calls its collaborators. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArenaClosingTest {
    private final FakeDevice device = new FakeDevice();
    private final HookedClock clock = new HookedClock();
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    @Test
    void shouldDoNothingWhenAnEndpointIsClosedAgainWhoseArenaCouldNotBeUnmapped() {
        final ReceiveArena arena = new ReceiveArena(device.context());
        final ArenaEndpoint first = arena.newEndpoint(4, 4);
        final ArenaEndpoint second = arena.newEndpoint(4, 4);
        final long handle = first.acquire();
        device.stuckIova = arena.iova(handle);
        first.release(handle);
        second.close();
        arena.closeWhenReturned();
        assertThrows(VerbsException.class, first::close);
        device.stuckIova = null;
        assertDoesNotThrow(first::close);
        assertDoesNotThrow(second::close);
        device.closeWholly(arena);
    }

    @Test
    void shouldCloseWithTheReleaseAfterAFailedOne() {
        final ReceiveArena arena = new ReceiveArena(
                device.context().leakDetection(LeakDetection.PARANOID).clock(clock));
        final long last = arena.acquire();
        arena.closeWhenReturned();
        clock.onTime = () -> {
            throw new OutOfMemoryError("by the test");
        };
        assertThrows(OutOfMemoryError.class, () -> arena.release(last));
        clock.onTime = () -> {};
        arena.release(last);
        device.assertNothingLeft();
    }

    @Test
    void shouldReleaseAWholeBatchOfOtherEndpointsBuffers() {
        final ReceiveArena arena = new ReceiveArena(device.context());
        final ArenaEndpoint owner = arena.newEndpoint(4, 8);
        final ArenaEndpoint worker = arena.newEndpoint(4, 8);
        final long[] handles = new long[5];
        assertEquals(4, owner.tryAcquire(handles, 0, 4));
        handles[4] = worker.acquire();
        final long swapped = handles[0];
        handles[0] = handles[4];
        handles[4] = swapped;
        assertThrows(IllegalStateException.class, () -> worker.release(handles, 0, 5));
        assertEquals(0, owner.inUse());
        assertEquals(0, worker.inUse());
        assertEquals(0, arena.figures().buffersInUse());
        owner.close();
        worker.close();
        arena.close();
    }

    /**
     * A thread that waits in a timer must block neither the lock nor a stripe. Other threads can still acquire and
     * release buffers and close the arena.
     */
    @Test
    void shouldCallTheClockOutsideItsLocks() {
        final ReceiveArena[] arena = new ReceiveArena[1];
        final int[] armed = {0};
        clock.onArm = () -> {
            armed[0]++;
            useElsewhere(arena[0]);
        };
        arena[0] = new ReceiveArena(device.context().stripeSize(2).maxShards(1).clock(clock));
        final long[] handles = new long[16];
        assertEquals(16, arena[0].tryAcquire(handles, 0, 16));
        arena[0].release(handles, 0, 16);
        clock.hand.advanceSeconds(60);
        clock.hand.advanceSeconds(60);
        assertTrue(armed[0] > 1, "armed=" + armed[0]);
        arena[0].close();
    }

    /**
     * Reclaims, on another thread, the buffers on the other threads' stacks. The arena waits under its lock until no
     * thread is using these stacks.
     */
    private void useElsewhere(final ReceiveArena arena) {
        try {
            other.submit(() -> arena.buffersOut(1)).get();
        } catch (final Exception e) {
            throw new AssertionError("the arena is held up", e);
        }
    }
}
