// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.testkit.Seed;

/** Tests buffers that are acquired through an endpoint but released elsewhere. */
class ReleasedElsewhereTest {
    private static final int QUOTA = 6;

    private final FakeDevice device = new FakeDevice();

    private ReceiveArena open(final LeakDetection level) {
        return new ReceiveArena(device.stripedContext().leakDetection(level));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountAQuotaBackThatAWorkerReleases(final LeakDetection level) throws Exception {
        for (final int cacheSize : new int[] {0, 1, 4, 64}) {
            final ReceiveArena arena = open(level);
            final ArenaEndpoint endpoint = arena.newEndpoint(cacheSize, QUOTA);
            for (int round = 0; round < 5; round++) {
                final long[] handles = new long[QUOTA];
                for (int i = 0; i < QUOTA; i++) {
                    handles[i] = endpoint.acquire();
                }
                assertEquals(ReceiveArena.NONE, endpoint.tryAcquire());
                final Thread worker = new Thread(() -> arena.release(handles, 0, QUOTA));
                worker.start();
                worker.join();
                assertEquals(0, endpoint.inUse());
                assertEquals(0, arena.figures().buffersInUse());
                final long[] batch = new long[QUOTA + 1];
                assertEquals(QUOTA, endpoint.tryAcquire(batch, 0, QUOTA + 1));
                assertEquals(QUOTA, endpoint.inUse());
                arena.release(batch, 0, QUOTA);
                assertEquals(0, endpoint.inUse());
            }
            endpoint.close();
            device.closeWholly(arena);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountAQuotaBackThatAnotherEndpointReleases(final LeakDetection level) {
        final ReceiveArena arena = open(level);
        final ArenaEndpoint one = arena.newEndpoint(4, QUOTA);
        final ArenaEndpoint other = arena.newEndpoint(4, QUOTA);
        final long own = other.acquire();
        final long foreign = one.acquire();
        other.release(foreign);
        assertEquals(0, one.inUse());
        assertEquals(1, other.inUse());
        other.release(own);
        final long again = one.acquire();
        assertSays(
                IllegalStateException.class, "no buffer is in use through this endpoint", () -> other.release(again));
        assertEquals(0, one.inUse());
        assertEquals(0, other.inUse());
        one.close();
        other.close();
        assertEquals(0, arena.figures().buffersInUse());
        device.closeWholly(arena);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWithWhoAcquiredEachBuffer(final LeakDetection level) throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            final ReceiveArena arena = open(level);
            final List<ArenaEndpoint> endpoints =
                    List.of(arena.newEndpoint(0, QUOTA), arena.newEndpoint(3, QUOTA), arena.newEndpoint(20, 2 * QUOTA));
            final List<List<Long>> out = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < 20_000; i++) {
                final int from = random.nextInt(3);
                if (random.nextBoolean()) {
                    final long handle = endpoints.get(from).tryAcquire();
                    assertEquals(out.get(from).size() == endpoints.get(from).quota(), handle == ReceiveArena.NONE);
                    if (handle != ReceiveArena.NONE) {
                        out.get(from).add(handle);
                    }
                } else if (!out.get(from).isEmpty()) {
                    final long handle =
                            out.get(from).remove(random.nextInt(out.get(from).size()));
                    if (random.nextInt(4) == 0) {
                        arena.retain(handle);
                        arena.release(handle);
                    }
                    release(arena, endpoints, random.nextInt(5), from, handle);
                }
                for (int j = 0; j < 3; j++) {
                    assertEquals(out.get(j).size(), endpoints.get(j).inUse());
                }
            }
            for (int j = 0; j < 3; j++) {
                out.get(j).forEach(arena::release);
                endpoints.get(j).close();
            }
            device.closeWholly(arena);
        });
    }

    private static void release(
            final ReceiveArena arena,
            final List<ArenaEndpoint> endpoints,
            final int way,
            final int from,
            final long handle) {
        if (way >= 3) {
            arena.release(handle);
        } else if (way == from || endpoints.get(way).inUse() > 0) {
            endpoints.get(way).release(handle);
        } else {
            assertThrows(IllegalStateException.class, () -> endpoints.get(way).release(handle));
        }
    }
}
