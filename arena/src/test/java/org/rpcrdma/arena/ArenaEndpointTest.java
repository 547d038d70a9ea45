// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.index.HandleBits;

class ArenaEndpointTest {
    private final FakeDevice device = new FakeDevice();
    private final ReceiveArena arena = new ReceiveArena(device.context().maxShards(4));

    @AfterEach
    void shouldHaveReleasedEverything() {
        device.closeWholly(arena);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 5", "1, 1", "1, 5", "2, 3", "8, 5", "8, 20", "65536, 1", "65536, 64"})
    void shouldGrantExactlyItsQuota(final int cacheSize, final int quota) {
        try (ArenaEndpoint endpoint = arena.newEndpoint(cacheSize, quota)) {
            assertEquals(arena, endpoint.arena());
            for (int round = 0; round < 3; round++) {
                final long[] handles = new long[quota];
                for (int i = 0; i < quota; i++) {
                    assertEquals(i, endpoint.inUse());
                    handles[i] = endpoint.acquire();
                }
                assertEquals(quota, endpoint.inUse());
                assertEquals(ReceiveArena.NONE, endpoint.tryAcquire());
                assertEquals(0, endpoint.tryAcquire(new long[4], 0, 4));
                final String message = assertThrows(ArenaExhaustedException.class, endpoint::acquire)
                        .getMessage();
                assertTrue(quota == 64 || message.contains("quota=" + quota), message);
                for (final long handle : handles) {
                    endpoint.release(handle);
                    assertTrue(arena.figures().buffersCached() <= cacheSize);
                }
                assertEquals(0, endpoint.inUse());
                assertTrue(arena.figures().buffersHighWater() >= quota);
                assertTrue(arena.figures().buffersHighWater() <= quota + cacheSize);
            }
        }
    }

    /** Buffers on an endpoint's stack are free, but other users of the arena cannot acquire them. */
    @Test
    void shouldReportHowManyBuffersAnotherUserMissesOnStacks() {
        try (ArenaEndpoint endpoint = arena.newEndpoint(64, 64)) {
            final long[] handles = new long[64];
            assertEquals(64, endpoint.tryAcquire(handles, 0, 64));
            endpoint.release(handles, 0, 64);
            final List<Long> others = new ArrayList<>();
            final String message = assertThrows(ArenaExhaustedException.class, () -> {
                        while (true) {
                            others.add(arena.acquire());
                        }
                    })
                    .getMessage();
            others.forEach(arena::release);
            assertTrue(
                    message.matches("arena is at its limit: .* inUse=" + others.size() + " onStacks=[1-9]\\d*"),
                    message);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void shouldListTheBuffersThatItHolds(final int cacheSize) {
        try (ArenaEndpoint endpoint = arena.newEndpoint(cacheSize, 40);
                ArenaEndpoint other = arena.newEndpoint(cacheSize, 8)) {
            final long[] handles = new long[40];
            endpoint.tryAcquire(handles, 0, 40);
            final long ofOther = other.acquire();
            final long ofNobody = arena.acquire();
            assertArrayEquals(handles, endpoint.buffersOut());
            assertArrayEquals(new long[] {ofOther}, other.buffersOut());
            endpoint.release(handles[0]);
            arena.release(handles[39]);
            assertArrayEquals(Arrays.copyOfRange(handles, 1, 39), endpoint.buffersOut());
            for (final long handle : endpoint.buffersOut()) {
                endpoint.release(handle);
            }
            assertArrayEquals(new long[0], endpoint.buffersOut());
            other.release(ofOther);
            arena.release(ofNobody);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 64})
    void shouldGiveInBatchesUpToItsQuota(final int cacheSize) {
        try (ArenaEndpoint endpoint = arena.newEndpoint(cacheSize, 10)) {
            final long[] handles = new long[16];
            assertEquals(3, endpoint.tryAcquire(handles, 0, 3));
            assertEquals(7, endpoint.tryAcquire(handles, 3, 13));
            assertEquals(10, endpoint.inUse());
            assertEquals(0, endpoint.tryAcquire(handles, 10, 6));
            endpoint.release(handles, 4, 6);
            assertEquals(4, endpoint.inUse());
            assertEquals(6, endpoint.tryAcquire(handles, 4, 12));
            assertEquals(10, arena.figures().buffersInUse());
            endpoint.release(handles, 0, 10);
            assertEquals(0, arena.figures().buffersInUse());
            assertEquals(10, arena.figures().buffersHighWater());
        }
    }

    @Test
    void shouldGiveTheBufferThatWasReleasedLast() {
        try (ArenaEndpoint endpoint = arena.newEndpoint(8, 8)) {
            final long first = endpoint.acquire();
            final long second = endpoint.acquire();
            final long address = arena.address(first);
            endpoint.release(second);
            endpoint.release(first);
            final long again = endpoint.acquire();
            assertNotEquals(first, again);
            assertEquals(address, arena.address(again));
            endpoint.release(again);
        }
    }

    @Test
    void shouldRefuseABufferIfItHoldsNone() {
        final ArenaEndpoint endpoint = arena.newEndpoint(0, 1);
        final ArenaEndpoint caching = arena.newEndpoint(8, 1);
        caching.release(caching.acquire());
        for (final ArenaEndpoint each : new ArenaEndpoint[] {endpoint, caching}) {
            final long foreign = arena.acquire();
            assertSays(
                    IllegalStateException.class,
                    "quota=1 handle=0x" + Long.toHexString(foreign),
                    () -> each.release(foreign));
            assertEquals(0, each.inUse());
            assertThrows(IllegalStateException.class, () -> arena.release(foreign), "it was released all the same");
            final long own = each.acquire();
            assertEquals(1, each.inUse());
            assertEquals(ReceiveArena.NONE, each.tryAcquire(), "beyond the quota");
            each.release(own);
        }
        endpoint.close();
        caching.close();
        assertEquals(0, arena.figures().buffersInUse());
    }

    @Test
    void shouldRemoveABufferFromTheQuotaAtItsFirstRelease() {
        final ArenaEndpoint endpoint = arena.newEndpoint(4, 1);
        final long handle = endpoint.acquire();
        arena.retain(handle);
        endpoint.release(handle);
        assertEquals(0, endpoint.inUse());
        assertEquals(1, arena.figures().buffersInUse());
        endpoint.release(endpoint.acquire());
        arena.release(handle);
        final long twice = endpoint.acquire();
        arena.retain(twice);
        endpoint.release(twice);
        assertThrows(
                IllegalStateException.class, () -> endpoint.release(twice), "it no longer belongs to the endpoint");
        assertEquals(0, endpoint.inUse());
        endpoint.close();
        assertEquals(0, arena.figures().buffersInUse());
    }

    @Test
    void shouldDoNothingWhenClosedAgain() {
        final ArenaEndpoint endpoint = arena.newEndpoint(8, 8);
        final long handle = endpoint.acquire();
        assertSays(IllegalStateException.class, "inUse=1", endpoint::close);
        endpoint.release(handle);
        endpoint.close();
        assertEquals(0, endpoint.inUse());
        endpoint.close();
        assertThrows(IllegalStateException.class, endpoint::acquire);
        assertThrows(IllegalStateException.class, () -> endpoint.tryAcquire(new long[1], 0, 1));
        final long other = arena.acquire();
        assertThrows(IllegalStateException.class, () -> endpoint.release(other));
        assertEquals(0, arena.figures().buffersCached());
        assertEquals(0, arena.figures().buffersInUse());
    }

    @Test
    void shouldCountWhatItKeepsAsNeeded() {
        try (ArenaEndpoint endpoint = arena.newEndpoint(16, 64)) {
            final long[] handles = new long[8];
            endpoint.release(endpoint.acquire());
            assertEquals(8, arena.figures().buffersHighWater(), "a refill takes half of what it may keep");
            assertEquals(8, endpoint.tryAcquire(handles, 0, 8));
            endpoint.release(handles, 0, 8);
            endpoint.tryAcquire(handles, 0, 2);
            assertEquals(8, arena.figures().buffersHighWater());
            assertEquals(2, arena.figures().buffersInUse());
            assertEquals(6, arena.figures().buffersCached());
            endpoint.release(handles, 0, 2);
        }
    }

    @Test
    void shouldShareTheArenasLimitWithOthers() {
        final ArenaEndpoint hoarder = arena.newEndpoint(1024, 1);
        final ArenaEndpoint other = arena.newEndpoint(0, 64);
        final long held = hoarder.acquire();
        final long cached = arena.figures().buffersCached();
        assertEquals(15, cached, "a refill takes from one shard");
        final long[] handles = new long[64];
        assertEquals(48, other.tryAcquire(handles, 0, 64));
        assertEquals(ReceiveArena.NONE, other.tryAcquire());
        assertSays(ArenaExhaustedException.class, "maxShards=4 buffers=64", other::acquire);
        hoarder.release(held);
        hoarder.close();
        assertEquals(16, other.tryAcquire(handles, 48, 16));
        other.release(handles, 0, 64);
        other.close();
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "65537, 1", "0, 0", "8, -1"})
    void shouldRefuseSizesOutOfRange(final int cacheSize, final int quota) {
        assertSays(
                IllegalArgumentException.class,
                "cacheSize=" + cacheSize + " quota=" + quota,
                () -> arena.newEndpoint(cacheSize, quota));
    }

    @Test
    void shouldGiveTheLowestBufferOfARefillFirst() {
        try (ArenaEndpoint endpoint = arena.newEndpoint(8, 8)) {
            final int[] slots = new int[6];
            final long[] handles = new long[6];
            for (int i = 0; i < 6; i++) {
                handles[i] = endpoint.acquire();
                slots[i] = HandleBits.buffer(handles[i]);
            }
            assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5}, slots);
            endpoint.release(handles, 0, 6);
        }
    }

    @Test
    void shouldKeepItsReserve() {
        final ReceiveArena arena = new ReceiveArena(device.context().maxShards(3));
        final ArenaEndpoint endpoint = arena.newEndpoint(2, 40);
        endpoint.reserve(20);
        assertEquals(20, endpoint.free());
        assertEquals(20, endpoint.buffers());
        assertEquals(0, arena.figures().buffersCached());
        assertEquals(20, arena.figures().buffersInUse());
        final long[] handles = new long[40];
        assertEquals(24, endpoint.tryAcquire(handles, 0, 24));
        assertEquals(24, endpoint.buffers());
        endpoint.release(handles, 0, 24);
        assertTrue(endpoint.free() >= 20 && endpoint.free() <= 22, "free=" + endpoint.free());
        assertEquals(5, endpoint.prefetch(5));
        assertEquals(endpoint.free(), endpoint.buffers());
        endpoint.reserve(7);
        assertEquals(7, endpoint.free());
        assertEquals(25, arena.figures().buffersFree());
        assertEquals(33, endpoint.prefetch(100), "the quota");
        assertThrows(IllegalArgumentException.class, () -> endpoint.reserve(41));
        assertThrows(IllegalArgumentException.class, () -> endpoint.reserve(-1));
        endpoint.close();
        assertThrows(IllegalStateException.class, () -> endpoint.prefetch(0));
        device.closeWholly(arena);
    }

    @Test
    void shouldKeepItsReserveAfterTrimming() {
        final ReceiveArena arena = new ReceiveArena(device.context().maxShards(3));
        final ArenaEndpoint endpoint = arena.newEndpoint(2, 40);
        endpoint.reserve(30);
        final long[] handles = new long[40];
        assertEquals(25, endpoint.tryAcquire(handles, 0, 25));
        endpoint.trim();
        assertEquals(5, endpoint.free());
        assertEquals(30, endpoint.buffers());
        for (int i = 0; i < 10; i++) {
            endpoint.release(handles[i]);
        }
        endpoint.release(handles, 10, 15);
        assertEquals(30, endpoint.free(), "the stack grows again");
        assertEquals(30, endpoint.tryAcquire(handles, 0, 30));
        assertEquals(30, Arrays.stream(handles, 0, 30).distinct().count());
        endpoint.release(handles, 0, 30);
        endpoint.close();
        assertThrows(IllegalStateException.class, endpoint::trim);
        device.closeWholly(arena);
    }

    @Test
    void shouldKeepItsReserveIfTheArenaHasFewer() {
        final ReceiveArena arena = new ReceiveArena(device.context().maxShards(2));
        final ArenaEndpoint endpoint = arena.newEndpoint(4, 40);
        endpoint.reserve(10);
        final long first = endpoint.acquire();
        assertThrows(ArenaExhaustedException.class, () -> endpoint.reserve(33));
        device.mappingsLeft = 0;
        assertEquals(32, endpoint.buffers());
        endpoint.reserve(10);
        assertEquals(10, endpoint.buffers());
        arena.release(first);
        assertEquals(9, endpoint.buffers(), "one was released elsewhere");
        endpoint.reserve(10);
        assertEquals(10, endpoint.buffers());
        endpoint.close();
        device.closeWholly(arena);
    }
}
