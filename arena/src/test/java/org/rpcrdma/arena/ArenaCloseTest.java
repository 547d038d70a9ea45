// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.verbs.VerbsException;

/** Tests, in a single thread, the arena's references, immediate closing, and closing at the last release. */
class ArenaCloseTest {
    private final FakeDevice device = new FakeDevice();

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldTakeACloseForEachReference(final int stripeSize) {
        final ReceiveArena arena = arena(stripeSize);
        assertSame(arena, arena.retain().retain());
        arena.release(arena.acquire());
        arena.close();
        arena.close();
        arena.release(arena.acquire());
        device.closeWholly(arena);
        assertThrows(IllegalStateException.class, arena::retain);
        assertThrows(IllegalStateException.class, arena::acquire);
        assertThrows(IllegalStateException.class, () -> arena.newEndpoint(1, 1));
        assertThrows(IllegalStateException.class, arena::closeWhenReturned);
        arena.close();
    }

    @Test
    void shouldDropAReferenceWhateverIsHeld() {
        final ReceiveArena arena = arena(8).retain().retain();
        final long handle = arena.acquire();
        arena.close();
        arena.closeWhenReturned();
        arena.release(arena.acquire());
        assertThrows(IllegalStateException.class, arena::close);
        arena.release(handle);
        device.closeWholly(arena);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldCloseWithTheLastBuffer(final int stripeSize) {
        final ReceiveArena arena = arena(stripeSize);
        final long[] handles = new long[40];
        assertEquals(40, arena.tryAcquire(handles, 0, 40));
        arena.closeWhenReturned();
        assertThrows(IllegalStateException.class, arena::tryAcquire);
        assertThrows(IllegalStateException.class, arena::retain);
        assertThrows(IllegalStateException.class, arena::closeWhenReturned);
        arena.retain(handles[0]);
        arena.release(handles, 1, 39);
        arena.release(handles[0]);
        assertTrue(device.isMapped(arena.address(handles[0])));
        arena.release(handles[0]);
        device.assertNothingLeft();
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldCloseImmediatelyIfEveryBufferIsFree(final int stripeSize) {
        final ReceiveArena arena = arena(stripeSize);
        arena.release(arena.acquire());
        arena.closeWhenReturned();
        device.assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 128})
    void shouldStillCloseWithTheLastBufferIfACloseWasRefused(final int stripeSize) {
        final ReceiveArena arena = arena(stripeSize);
        final long handle = arena.acquire();
        arena.closeWhenReturned();
        assertThrows(IllegalStateException.class, arena::close);
        assertThrows(IllegalStateException.class, arena::tryAcquire);
        arena.release(handle);
        device.assertNothingLeft();
    }

    @Test
    void shouldWaitForTheBuffersOfAnEndpoint() {
        final ReceiveArena arena = arena(8);
        final ArenaEndpoint endpoint = arena.newEndpoint(8, 8);
        final long handle = endpoint.acquire();
        arena.closeWhenReturned();
        endpoint.release(handle);
        assertFalse(device.mappings.isEmpty());
        endpoint.close();
        device.assertNothingLeft();
    }

    @Test
    void shouldReportThatAnEndpointKeepsBuffers() {
        final ReceiveArena arena = arena(8);
        final ArenaEndpoint endpoint = arena.newEndpoint(8, 8);
        endpoint.release(endpoint.acquire());
        assertSays(IllegalStateException.class, "buffersInUse=0 cachedByOpenEndpoints=4", arena::close);
        endpoint.close();
        device.closeWholly(arena);
    }

    @Test
    void shouldLetAnEndpointBeClosedAfterTheArena() {
        final ReceiveArena arena = arena(8);
        final ArenaEndpoint endpoint = arena.newEndpoint(0, 8);
        endpoint.release(endpoint.acquire());
        arena.close();
        assertThrows(IllegalStateException.class, endpoint::tryAcquire);
        endpoint.close();
        device.assertNothingLeft();
    }

    @Test
    void shouldKeepWhatIsCachedUsableIfClosingIsRefused() {
        final ReceiveArena arena = arena(8);
        final long held = arena.acquire();
        arena.release(arena.acquire());
        for (int round = 0; round < 3; round++) {
            assertThrows(IllegalStateException.class, arena::close);
            arena.release(arena.acquire());
            assertTrue(arena.figures().buffersCached() > 0, "the thread has its cache again");
            assertEquals(1, arena.figures().buffersInUse());
        }
        arena.release(held);
        device.closeWholly(arena);
    }

    @Test
    void shouldRetryWhatClosingWithTheLastBufferCouldNotRelease() {
        final ReceiveArena arena = arena(8);
        final long handle = arena.acquire();
        device.stuckIova = arena.iova(handle);
        arena.closeWhenReturned();
        assertThrows(VerbsException.class, () -> arena.release(handle));
        assertEquals(1, device.mappings.size());
        device.stuckIova = null;
        device.closeWholly(arena);
    }

    private ReceiveArena arena(final int stripeSize) {
        return new ReceiveArena(device.context().stripeSize(stripeSize));
    }
}
