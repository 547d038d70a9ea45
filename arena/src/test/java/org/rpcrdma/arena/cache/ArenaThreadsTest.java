// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.ReceiveArena;

/** Threads that end, more threads than have a cache, and virtual ones. */
class ArenaThreadsTest {
    private final FakeDevice device = new FakeDevice();

    @Test
    void shouldCallInWhatAThreadThatEndedKeptBeforeItGrows() throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.context().threadCacheSize(128));
        run(() -> arena.release(arena.acquire()));
        assertEquals(16, arena.figures().buffersCached());
        final long[] handles = new long[16];
        for (int i = 0; i < 16; i++) {
            handles[i] = arena.acquire();
        }
        assertEquals(1, arena.figures().shards());
        assertEquals(16, arena.figures().buffersInUse());
        arena.release(handles, 0, 16);
        arena.close();
        device.assertNothingLeft();
    }

    @Test
    void shouldCallInWhatLiveThreadsKeepOnlyAtTheLimit() throws Exception {
        final ReceiveArena arena =
                new ReceiveArena(device.context().threadCacheSize(8).maxShards(2));
        final CountDownLatch kept = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final Thread keeper = new Thread(() -> {
            arena.release(arena.acquire());
            kept.countDown();
            await(end);
        });
        keeper.start();
        await(kept);
        final List<Long> mine = new ArrayList<>();
        for (int i = 0; i < 28; i++) {
            mine.add(arena.acquire());
        }
        assertEquals(2, arena.figures().shards());
        assertEquals(4, arena.figures().buffersCached());
        for (int i = 28; i < 32; i++) {
            mine.add(arena.acquire());
        }
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        mine.forEach(arena::release);
        end.countDown();
        keeper.join();
        arena.close();
        device.assertNothingLeft();
    }

    /**
     * 256 threads have a cache, whose numbers in the table collide; the others do without until some of those have
     * ended.
     */
    @Test
    void shouldServeMoreThreadsThanHaveACache() throws Exception {
        final int threads = ThreadCaches.MOST + 20;
        final ReceiveArena arena = new ReceiveArena(device.context().threadCacheSize(4));
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
        assertTrue(arena.figures().buffersCached() >= ThreadCaches.MOST);
        end.countDown();
        for (final Thread thread : all) {
            thread.join();
        }
        assertEquals(0, arena.figures().buffersInUse());
        final long cached = arena.figures().buffersCached();
        for (int i = 0; i <= ThreadCaches.REFUSALS_UNTIL_LOOK; i++) {
            arena.release(arena.acquire());
        }
        assertTrue(cached >= ThreadCaches.MOST);
        assertTrue(arena.figures().buffersCached() < 4, "this thread has a cache now, and those that ended have none");
        arena.close();
        device.assertNothingLeft();
    }

    /** Its stack could not be taken from it, or not be found. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldKeepNothingForAThreadThatTellsItsStackTraceOrIdItself(final int kind) throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.context().threadCacheSize(8));
        final Runnable use = () -> arena.release(arena.acquire());
        final List<Thread> threads = List.of(
                new Thread(use) {
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        return new StackTraceElement[0];
                    }
                },
                new Thread(use) {
                    @Override
                    public long getId() {
                        return 1;
                    }
                },
                new Thread(new ThreadGroup("VirtualThreads"), use),
                new Thread(use) {});
        threads.get(kind).start();
        threads.get(kind).join();
        assertEquals(kind < 3 ? 0 : 4, arena.figures().buffersCached());
        arena.close();
        device.assertNothingLeft();
    }

    @Test
    void shouldKeepNothingForVirtualThreads() throws Exception {
        final Method startVirtual = startVirtual();
        assumeTrue(startVirtual != null, "virtual threads are from JDK 21 on");
        final ReceiveArena arena =
                new ReceiveArena(device.context().threadCacheSize(128).maxShards(8));
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
        assertEquals(0, arena.figures().buffersCached());
        assertEquals(0, arena.figures().buffersInUse());
        assertNotEquals(0, arena.figures().buffersHighWater());
        arena.close();
        device.assertNothingLeft();
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
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
