// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.verbs.VerbsException;

/** Closing an arena beside threads that use it, and after calls that failed. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArenaClosingTest {
    private static final int ROUNDS = Effort.of(100, 300);

    private final FakeDevice device = new FakeDevice();
    private final HookedClock clock = new HookedClock();
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    /** Returns when two threads have come here, both at once. */
    private static void meet(final AtomicInteger arrived) {
        arrived.incrementAndGet();
        while (arrived.get() == 1) {
            Thread.yield();
        }
    }

    private static LongSupplier nowOf(final ReceiveArena arena, final boolean throughEndpoint) {
        final ArenaEndpoint endpoint = throughEndpoint ? arena.newEndpoint(0, 4) : null;
        return throughEndpoint ? endpoint::tryAcquireNow : arena::tryAcquireNow;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCloseWhenReturnedWhateverIsTriedMeanwhile(final boolean throughEndpoint) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            final ReceiveArena arena = new ReceiveArena(device.context().threadCacheSize(round % 2 * 4));
            final LongSupplier now = nowOf(arena, throughEndpoint);
            final long last = arena.acquire();
            final AtomicInteger arrived = new AtomicInteger();
            final Future<?> taker = other.submit(() -> {
                meet(arrived);
                while (arrived.get() > 0) {
                    final long handle = now.getAsLong();
                    if (handle != ReceiveArena.NONE) {
                        arena.release(handle);
                    }
                }
            });
            meet(arrived);
            arena.closeWhenReturned();
            arena.release(last);
            arrived.set(0);
            taker.get();
            assertEquals(0, arena.metrics().bytesAllocated(), "nobody holds a buffer: round=" + round);
            assertEquals(
                    0,
                    arena.metrics().bytesMapped()
                            + arena.metrics().mappings()
                            + arena.metrics().shards());
        }
        device.assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotRefuseToCloseWhereNobodyHoldsABuffer(final boolean throughEndpoint) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            final ReceiveArena arena = new ReceiveArena(device.context().threadCacheSize(0));
            final LongSupplier now = nowOf(arena, throughEndpoint);
            arena.release(arena.acquire());
            final AtomicInteger arrived = new AtomicInteger();
            final Future<Long> taker = other.submit(() -> {
                meet(arrived);
                return now.getAsLong();
            });
            meet(arrived);
            boolean closed = true;
            try {
                arena.close();
            } catch (final IllegalStateException e) {
                closed = false;
            }
            final long handle = taker.get();
            assertEquals(handle == ReceiveArena.NONE, closed, "one of the two: round=" + round);
            if (!closed) {
                arena.release(handle);
                arena.close();
            }
        }
        device.assertNothingLeft();
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
        arena.close();
        device.assertNothingLeft();
    }

    @Test
    void shouldCloseWithTheReleaseThatFollowsOneThatFailed() {
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
        assertEquals(0, arena.metrics().buffersInUse());
        owner.close();
        worker.close();
        arena.close();
    }

    /** Its timer's waiting must hold up neither the lock nor a cache: others take and give back, and close. */
    @Test
    void shouldCallTheClockOutsideItsLocks() {
        final ReceiveArena[] arena = new ReceiveArena[1];
        final int[] armed = {0};
        clock.onArm = () -> {
            armed[0]++;
            useElsewhere(arena[0]);
        };
        arena[0] = new ReceiveArena(
                device.context().threadCacheSize(2).maxShards(1).clock(clock));
        final long[] handles = new long[16];
        assertEquals(16, arena[0].tryAcquire(handles, 0, 16));
        arena[0].release(handles, 0, 16);
        clock.hand.advanceSeconds(60);
        clock.hand.advanceSeconds(60);
        assertTrue(armed[0] > 1, "armed=" + armed[0]);
        arena[0].close();
    }

    /** Another thread calls the others' stacks in, which waits until they are left, under the lock. */
    private void useElsewhere(final ReceiveArena arena) {
        try {
            other.submit(() -> arena.buffersOut(1)).get();
        } catch (final Exception e) {
            throw new AssertionError("the arena is held up", e);
        }
    }
}
