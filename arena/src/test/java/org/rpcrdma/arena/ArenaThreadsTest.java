// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests arenas with more threads than stripes, threads that terminate, and virtual threads. */
class ArenaThreadsTest {
    private static final int STRIPES = OtherStripe.STRIPES;

    private final FakeDevice device = new FakeDevice();

    @Test
    void shouldServeAThreadByWhatOthersOfItsStripeReleased() throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.context().stripeSize(128));
        for (int i = 0; i < 10 * STRIPES; i++) {
            run(() -> arena.release(arena.acquire()));
        }
        assertEquals(arena.figures().buffers(), arena.figures().buffersCached());
        assertTrue(arena.figures().shards() <= STRIPES, "a shard for each stripe at most");
        device.closeWholly(arena);
    }

    @Test
    void shouldTakeWhatOtherThreadsKeepBeforeItGrows() throws Exception {
        final ReceiveArena arena =
                new ReceiveArena(device.context().stripeSize(8).maxShards(2));
        final CountDownLatch kept = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final Thread keeper = OtherStripe.thread(() -> {
            arena.release(arena.acquire());
            kept.countDown();
            await(end);
        });
        keeper.start();
        await(kept);
        final List<Long> mine = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            mine.add(arena.acquire());
        }
        assertEquals(1, arena.figures().shards());
        assertEquals(0, arena.figures().buffersCached());
        for (int i = 16; i < 32; i++) {
            mine.add(arena.acquire());
        }
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        mine.forEach(arena::release);
        end.countDown();
        keeper.join();
        device.closeWholly(arena);
    }

    @Test
    void shouldServeMoreThreadsThanThereAreStripes() throws Exception {
        final int threads = 10 * STRIPES;
        final ReceiveArena arena = new ReceiveArena(device.context().stripeSize(4));
        final CountDownLatch ready = new CountDownLatch(threads);
        final CountDownLatch end = new CountDownLatch(1);
        final List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(new Thread(() -> {
                final long first = arena.acquire();
                final long second = arena.acquire();
                arena.release(first);
                ready.countDown();
                await(end);
                arena.release(second);
            }));
        }
        all.forEach(Thread::start);
        await(ready);
        assertEquals(threads, arena.figures().buffersInUse());
        end.countDown();
        for (final Thread thread : all) {
            thread.join();
        }
        assertEquals(0, arena.figures().buffersInUse());
        assertTrue(arena.figures().buffersCached() <= 4L * STRIPES);
        device.closeWholly(arena);
    }

    @Test
    void shouldServeAThreadThatOverridesItsId() throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.context().stripeSize(8));
        for (final long id : new long[] {-1, 0, Long.MIN_VALUE, Long.MAX_VALUE}) {
            final Thread thread = new Thread(() -> arena.release(arena.acquire())) {
                @Override
                public long getId() {
                    return id;
                }
            };
            thread.start();
            thread.join();
        }
        assertEquals(0, arena.figures().buffersInUse());
        assertTrue(arena.figures().buffersCached() > 0);
        device.closeWholly(arena);
    }

    @Test
    void shouldServeVirtualThreads() throws Exception {
        final Method startVirtual = startVirtual();
        assumeTrue(startVirtual != null, "virtual threads are from JDK 21 on");
        final ReceiveArena arena =
                new ReceiveArena(device.context().stripeSize(128).maxShards(8));
        final List<Thread> threads = new ArrayList<>();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Runnable use = () -> {
            try {
                for (int i = 0; i < 100; i++) {
                    final long handle = arena.acquire();
                    Thread.yield();
                    assertTrue(device.isMapped(arena.address(handle)));
                    arena.release(handle);
                }
            } catch (final RuntimeException | AssertionError e) {
                failure.set(e);
            }
        };
        for (int i = 0; i < 100; i++) {
            threads.add((Thread) startVirtual.invoke(null, use));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get());
        assertTrue(arena.figures().buffersCached() > 0);
        assertEquals(0, arena.figures().buffersInUse());
        assertNotEquals(0, arena.figures().buffersHighWater());
        device.closeWholly(arena);
    }

    private static Method startVirtual() {
        try {
            return Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (final NoSuchMethodException e) {
            return null;
        }
    }

    private static void run(final Runnable task) throws Exception {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread thread = new Thread(task);
        thread.setUncaughtExceptionHandler((ended, e) -> failure.set(e));
        thread.start();
        thread.join();
        assertNull(failure.get());
    }

    private static void await(final CountDownLatch latch) {
        try {
            assertTrue(latch.await(100, TimeUnit.SECONDS), "another thread does not come");
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
