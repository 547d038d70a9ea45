// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests acquisitions that neither wait nor grow the arena. */
class TryAcquireNowTest {
    private final FakeDevice device = new FakeDevice();
    private final ExecutorService other = Executors.newSingleThreadExecutor(OtherStripe::thread);

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldGiveEveryFreeBufferAndNeverAddAShard(final int stripeSize) {
        final ReceiveArena arena = new ReceiveArena(device.context().stripeSize(stripeSize));
        assertEquals(ReceiveArena.NONE, arena.tryAcquireNow());
        assertEquals(0, arena.figures().shards());
        final long[] handles = new long[16];
        handles[0] = arena.acquire();
        for (int i = 1; i < 16; i++) {
            handles[i] = arena.tryAcquireNow();
            assertNotEquals(ReceiveArena.NONE, handles[i]);
        }
        assertEquals(ReceiveArena.NONE, arena.tryAcquireNow());
        assertEquals(1, arena.figures().shards());
        arena.release(handles[3]);
        final long again = arena.tryAcquireNow();
        assertEquals(arena.address(again), arena.address(handles[4]) - 4096);
        handles[3] = again;
        arena.release(handles, 0, 16);
        assertEquals(0, arena.figures().buffersInUse());
        arena.close();
        assertEquals(ReceiveArena.NONE, arena.tryAcquireNow());
        device.assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldGiveAnEndpointWhatIsFreeUpToItsQuota(final int cacheSize) {
        final ReceiveArena arena = new ReceiveArena(device.context());
        final ArenaEndpoint endpoint = arena.newEndpoint(cacheSize, 3);
        assertEquals(ReceiveArena.NONE, endpoint.tryAcquireNow());
        arena.release(arena.acquire());
        final long[] handles = new long[3];
        for (int i = 0; i < 3; i++) {
            handles[i] = endpoint.tryAcquireNow();
            assertNotEquals(ReceiveArena.NONE, handles[i]);
        }
        assertEquals(3, endpoint.inUse());
        assertEquals(ReceiveArena.NONE, endpoint.tryAcquireNow());
        endpoint.release(handles, 0, 3);
        endpoint.close();
        assertThrows(IllegalStateException.class, endpoint::tryAcquireNow);
        assertEquals(1, arena.figures().shards());
        device.closeWholly(arena);
    }

    /** The other thread is adding a shard while it holds the arena's lock. */
    @Test
    void shouldNotWaitForAThreadThatGrowsTheArena() throws Exception {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch answered = new CountDownLatch(1);
        final ReceiveArena arena = new ReceiveArena(device.context().growthListener((id, shards, size) -> {
            asked.countDown();
            try {
                answered.await(100, TimeUnit.SECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return true;
        }));
        final Future<Long> growing = other.submit(arena::acquire);
        assertTrue(asked.await(100, TimeUnit.SECONDS), "the arena does not grow");
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertEquals(ReceiveArena.NONE, arena.tryAcquireNow()));
        answered.countDown();
        arena.release(growing.get());
        final long free = arena.tryAcquireNow();
        assertNotEquals(ReceiveArena.NONE, free);
        arena.release(free);
        arena.close();
    }

    @Test
    void shouldLeaveToAnotherThreadWhatItKeeps() throws Exception {
        assumeTrue(OtherStripe.EXISTS, "on one processor every thread tries all stripes");
        final ReceiveArena arena =
                new ReceiveArena(device.context().stripeSize(16).maxShards(1));
        final Runnable keeping = () -> arena.release(arena.acquire());
        other.submit(keeping).get();
        final long left = arena.figures().buffers() - arena.figures().buffersCached();
        final long[] handles = new long[16];
        int acquired = 0;
        while ((handles[acquired] = arena.tryAcquireNow()) != ReceiveArena.NONE) {
            acquired++;
        }
        assertEquals(left, acquired);
        handles[acquired] = arena.acquire();
        arena.release(handles, 0, acquired + 1);
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRecordWhatItGivesAsAnyOtherAcquisition(final LeakDetection level) {
        final ReceiveArena arena =
                new ReceiveArena(device.context().leakDetection(level).leakListener(leak -> {}));
        arena.release(arena.acquire());
        for (int i = 0; i < 256; i++) { // more than the acquisitions from one sample to the next
            final long handle = arena.tryAcquireNow();
            final boolean isSampled = (handle & arena.sampledHandles) == arena.sampledHandles;
            assertEquals(
                    isSampled && level.tracesPlaces(),
                    arena.buffersOut(1).get(0).trace() != null);
            arena.release(handle);
        }
        arena.close();
    }
}
