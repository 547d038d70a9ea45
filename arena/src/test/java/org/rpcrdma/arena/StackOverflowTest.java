// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A thread's stack overflows at every depth of every use of an arena. The thread lives on, idle, and nobody waits for
 * it: others trim, acquire and close, and no buffer is lost.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StackOverflowTest {
    private static final int SHARDS = 3;
    private static final int BUFFERS = 16 * SHARDS;
    private static final int BATCH = 5;
    /** Frames from the end of the stack: each of so many, and then some of more. */
    private static final int EACH_ROOM = 80;

    private static final int STRIDE = 11;
    private static final int MOST_ROOM = 700;
    private static final long STACK = 256 * 1024;

    private final FakeDevice device = new FakeDevice();
    private final long[] held = new long[BUFFERS];
    private final long[] batch = new long[BATCH];
    private ReceiveArena arena;
    private ArenaEndpoint endpoint;
    private ArenaEndpoint other;
    private int holds;
    private int overflows;
    private int refusals;
    private Runnable use;
    private boolean begun;
    private long acquired = ReceiveArena.NONE;
    private int batched;
    private long released;

    @ParameterizedTest
    @CsvSource({
        "0, SIMPLE",
        "2, SIMPLE",
        "16, SIMPLE",
        "128, SIMPLE",
        "2, DISABLED",
        "2, ADVANCED",
        "0, PARANOID",
        "2, PARANOID"
    })
    void shouldLoseNoBufferWhereTheStackOverflows(final int threadCache, final LeakDetection level) throws Exception {
        for (int kind = 0; kind < 8; kind++) {
            overflow(threadCache, level, kind);
        }
        assertTrue(overflows > EACH_ROOM / 2, "overflows=" + overflows);
        assertTrue(refusals > 0);
    }

    @ParameterizedTest
    @CsvSource({"0, SIMPLE", "2, SIMPLE"})
    void shouldLoseNoBufferOfAShardInPieces(final int threadCache, final LeakDetection level) throws Exception {
        device.mostBytes = 16_384;
        for (int kind = 0; kind < 6; kind++) {
            overflow(threadCache, level, kind);
        }
    }

    private void overflow(final int threadCache, final LeakDetection level, final int kind) throws Exception {
        arena = new ReceiveArena(
                device.context().threadCacheSize(threadCache).maxShards(SHARDS).leakDetection(level));
        endpoint = arena.newEndpoint(threadCache, BUFFERS);
        other = arena.newEndpoint(threadCache, BUFFERS);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final CountDownLatch swept = new CountDownLatch(1);
        final CountDownLatch ended = new CountDownLatch(1);
        final Thread thread = new Thread(
                null,
                () -> {
                    try {
                        sweep(kind);
                    } catch (final Throwable e) {
                        failure.set(e);
                    }
                    swept.countDown();
                    awaitQuietly(ended);
                },
                "overflowing",
                STACK);
        thread.setDaemon(true);
        thread.start();
        swept.await();
        if (failure.get() != null) {
            throw new AssertionError("sweep failed: kind=" + kind, failure.get());
        }
        final ExecutorService others = Executors.newSingleThreadExecutor();
        try {
            others.submit(() -> {
                        arena.trim();
                        assertEquals(0, arena.metrics().buffersInUse());
                        final long[] all = new long[BUFFERS + 1];
                        endpoint.close();
                        other.close();
                        assertEquals(BUFFERS, arena.tryAcquire(all, 0, BUFFERS + 1));
                        arena.release(all, 0, BUFFERS);
                        arena.close();
                    })
                    .get();
            assertTrue(thread.isAlive());
        } finally {
            ended.countDown();
            others.shutdownNow();
        }
        device.assertNothingLeft();
    }

    private static void awaitQuietly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweep(final int kind) {
        for (int room = 0; room < MOST_ROOM; room += room < EACH_ROOM ? 1 : STRIDE) {
            final int frames = room;
            if (kind > 5) {
                nearTheEnd(frames, kind == 6 ? this::acquireArenaNow : this::acquireEndpointNow);
            } else {
                nearTheEnd(frames, kind == 0 || kind == 2 ? this::acquireArena : this::acquireEndpoint);
            }
            if (kind == 2 || kind == 3) {
                nearTheEnd(frames, kind == 2 ? this::acquireBatch : this::acquireEndpointBatch);
            }
            hold();
            assertInUse(kind);
            while (holds > 0) {
                released = held[--holds];
                nearTheEnd(frames, releaseOf(kind));
                if (isOut(released)) {
                    releaseOf(kind).run();
                }
                assertFalse(isOut(released));
                assertInUse(kind);
            }
        }
    }

    private void assertInUse(final int kind) {
        final int expected = kind == 0 || kind == 2 || kind == 6 ? 0 : holds;
        if (endpoint.inUse() != expected) {
            arena.buffersOut(0);
        }
        assertEquals(expected, endpoint.inUse(), () -> "kind=" + kind);
        assertEquals(0, other.inUse(), () -> "kind=" + kind);
    }

    private Runnable releaseOf(final int kind) {
        switch (kind) {
            case 1:
            case 3:
            case 7:
                return this::releaseEndpoint;
            case 5:
                return this::releaseOther;
            default:
                return this::releaseArena;
        }
    }

    /** What the uses wrote down: a call there could overflow the stack as well. */
    private void hold() {
        if (acquired != ReceiveArena.NONE) {
            held[holds++] = acquired;
        }
        for (int i = 0; i < batched; i++) {
            held[holds++] = batch[i];
        }
        acquired = ReceiveArena.NONE;
        batched = 0;
    }

    private void nearTheEnd(final int frames, final Runnable what) {
        use = what;
        begun = false;
        fall(frames);
        assertTrue(begun);
    }

    /**
     * Calls itself until the stack overflows, and does the use so many frames from there; returns how many it is away.
     */
    private int fall(final int frames) {
        int away;
        try {
            away = 1 + fall(frames);
        } catch (final StackOverflowError e) {
            away = 0;
        }
        if (away == frames && !begun) {
            begun = true;
            // Caught here: every frame above would catch it and throw it again.
            try {
                use.run();
            } catch (final StackOverflowError e) {
                overflows++;
            }
        }
        return away;
    }

    private boolean isOut(final long handle) {
        try {
            return arena.address(handle) != 0;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    private void acquireArena() {
        acquired = arena.tryAcquire();
    }

    private void acquireEndpoint() {
        acquired = endpoint.tryAcquire();
    }

    private void acquireArenaNow() {
        acquired = arena.tryAcquireNow();
    }

    private void acquireEndpointNow() {
        acquired = endpoint.tryAcquireNow();
    }

    private void acquireBatch() {
        batched = arena.tryAcquire(batch, 0, BATCH);
    }

    private void acquireEndpointBatch() {
        batched = endpoint.tryAcquire(batch, 0, BATCH);
    }

    private void releaseArena() {
        arena.release(released);
    }

    private void releaseEndpoint() {
        endpoint.release(released);
    }

    /** The other endpoint has no buffer out, and says so. */
    private void releaseOther() {
        try {
            other.release(released);
        } catch (final IllegalStateException e) {
            refusals++;
        }
    }
}
