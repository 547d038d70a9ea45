// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests a failure at every point at which the arena allocates or maps memory. Nothing is lost, and the next attempt can
 * succeed.
 */
class ArenaFailureTest {
    private static final int SHARDS = 12;

    private final FakeDevice device = new FakeDevice();

    @ParameterizedTest
    @CsvSource({"0, true", "0, false", "1, true", "1, false", "8, true", "8, false"})
    void shouldLoseNothingIfTheNthAllocationOrMappingFails(final int stripeSize, final boolean allocation) {
        for (int n = 0; n < SHARDS; n++) {
            final ReceiveArena arena =
                    new ReceiveArena(device.context().stripeSize(stripeSize).maxShards(SHARDS));
            fail(allocation, n);
            final long[] handles = new long[16 * SHARDS];
            assertThrows(VerbsException.class, () -> arena.tryAcquire(handles, 0, handles.length));
            device.assertNothingLeft();
            fail(allocation, n);
            for (int i = 0; i < 16 * n; i++) {
                handles[i] = arena.acquire();
            }
            assertThrows(VerbsException.class, arena::acquire);
            assertThrows(VerbsException.class, () -> arena.tryAcquire(new long[20], 0, 20));
            assertEquals(n, arena.figures().shards());
            assertEquals(n, device.blocks.size());
            assertEquals(16 * n, arena.figures().buffersInUse());
            fail(allocation, Integer.MAX_VALUE);
            for (int i = 16 * n; i < handles.length; i++) {
                handles[i] = arena.acquire();
            }
            assertEquals(ReceiveArena.NONE, arena.tryAcquire());
            arena.release(handles, 0, handles.length);
            device.closeWholly(arena);
        }
    }

    private void fail(final boolean allocation, final int n) {
        if (allocation) {
            device.allocationsLeft = n;
        } else {
            device.mappingsLeft = n;
        }
    }

    @Test
    void shouldAllocateShardsSeparately() {
        final ReceiveArena arena =
                new ReceiveArena(device.context().bufferSize(65_536).maxShards(1000));
        device.mostBytes = 65_536;
        final long[] handles = new long[1000];
        acquire(arena, handles, 0, 579);
        assertEquals(579, device.allocated);
        device.allocationsLeft = 0;
        assertThrows(VerbsException.class, arena::acquire);
        device.allocationsLeft = Integer.MAX_VALUE;
        device.mappingsLeft = 0;
        assertThrows(VerbsException.class, arena::acquire);
        assertEquals(579 * 65_536L, arena.figures().allocatedBytes(), "without the shard that was never mapped");
        device.mappingsLeft = Integer.MAX_VALUE;
        acquire(arena, handles, 579, 1000);
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, arena.address(handles[i]) % 65_536);
            assertEquals(arena.address(handles[i]), device.addressOf(arena.iova(handles[i])));
        }
        assertEquals(1000 * 65_536L, arena.figures().allocatedBytes());
        assertEquals(1000 * 65_536L, arena.figures().mappedBytes());
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        arena.release(handles, 0, 1000);
        device.closeWholly(arena);
        assertEquals(0, arena.figures().allocatedBytes());
    }

    @Test
    void shouldAddNoShardThatTheListenerRefuses() {
        final AtomicInteger most = new AtomicInteger(1);
        final AtomicInteger asked = new AtomicInteger();
        final ReceiveArena arena =
                new ReceiveArena(device.context().stripeSize(4).growthListener((id, shards, shardSize) -> {
                    assertEquals(65_536, shardSize);
                    assertEquals(device.mapped, shards);
                    asked.incrementAndGet();
                    return shards < most.get();
                }));
        final long[] handles = new long[40];
        assertEquals(16, arena.tryAcquire(handles, 0, 40));
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        assertThrows(ArenaExhaustedException.class, arena::acquire);
        assertEquals(1, device.mapped);
        most.set(2);
        assertEquals(16, arena.tryAcquire(handles, 16, 24));
        assertTrue(asked.get() >= 5);
        arena.release(handles, 0, 32);
        device.closeWholly(arena);
    }

    @Test
    void shouldUseWhatOtherThreadsKeepIfGrowthFails() throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.context().stripeSize(8));
        final long first = arena.acquire();
        device.mappingsLeft = 0;
        final Thread other = OtherStripe.thread(() -> {
            final long[] handles = new long[15];
            assertEquals(15, arena.tryAcquire(handles, 0, 15), "8 of them were this thread's");
            arena.release(handles, 0, 15);
        });
        other.start();
        other.join();
        final long[] handles = new long[15];
        assertEquals(15, arena.tryAcquire(handles, 0, 15));
        assertThrows(VerbsException.class, arena::tryAcquire);
        arena.release(handles, 0, 15);
        arena.release(first);
        device.closeWholly(arena);
    }

    private static void acquire(final ReceiveArena arena, final long[] handles, final int from, final int to) {
        for (int i = from; i < to; i++) {
            handles[i] = arena.acquire();
            assertNotEquals(ReceiveArena.NONE, handles[i]);
        }
    }
}
