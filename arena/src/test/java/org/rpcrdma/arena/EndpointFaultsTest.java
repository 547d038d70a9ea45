// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests that a buffer stays in use if its release cannot be recorded. A second release then succeeds, and the quota is
 * unchanged.
 */
class EndpointFaultsTest {
    private static final int[] CACHE_SIZES = {0, 1, 4};

    private final FakeDevice device = new FakeDevice();
    private final HookedClock clock = new HookedClock();
    private boolean failsNext;

    @Test
    void shouldAcquireAtItsQuotaAfterAReleaseFailed() {
        afterFailedRelease(endpoint -> {
            final long handle = endpoint.acquire();
            assertEquals(1, endpoint.inUse());
            endpoint.release(handle);
        });
    }

    @Test
    void shouldAcquireSeveralAtItsQuotaAfterAReleaseFailed() {
        afterFailedRelease(endpoint -> {
            final long[] handles = new long[2];
            assertEquals(1, endpoint.tryAcquire(handles, 0, 2));
            endpoint.release(handles, 0, 1);
        });
    }

    @Test
    void shouldCloseAfterAReleaseFailed() {
        afterFailedRelease(endpoint -> {});
    }

    private void afterFailedRelease(final Consumer<ArenaEndpoint> use) {
        clock.onTime = () -> {
            if (failsNext) {
                failsNext = false;
                throw new OutOfMemoryError("by the test");
            }
        };
        for (final int cacheSize : CACHE_SIZES) {
            final ReceiveArena arena = new ReceiveArena(
                    device.context().leakDetection(LeakDetection.PARANOID).clock(clock));
            final ArenaEndpoint endpoint = arena.newEndpoint(cacheSize, 1);
            failRelease(endpoint);
            use.accept(endpoint);
            endpoint.close();
            assertEquals(0, arena.figures().buffersInUse());
            device.closeWholly(arena);
        }
    }

    /** Releases a buffer while the clock fails, so that the release cannot be recorded. */
    private void failRelease(final ArenaEndpoint endpoint) {
        final long handle = endpoint.acquire();
        failsNext = true;
        assertThrows(OutOfMemoryError.class, () -> endpoint.release(handle));
        assertEquals(1, endpoint.inUse());
        endpoint.release(handle);
    }
}
