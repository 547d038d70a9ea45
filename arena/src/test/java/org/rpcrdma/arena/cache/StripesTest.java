// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.testkit.Effort;

@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StripesTest {
    private static final int CAPACITY = 4;
    private static final int ROUNDS = Effort.of(2_000, 50_000);

    /** A free list with a hundred buffers per shard. Not thread-safe. */
    private static final class Buffers implements FreeList {
        private final List<Integer> free = new ArrayList<>();
        private int shards = 1;
        private int from = -1;
        private int uses;

        @Override
        public int take(final long[] handles, final int offset, final int count, final int first, final int owner) {
            from = first;
            final int taken = Math.min(count, free.size());
            for (int i = 0; i < taken; i++) {
                handles[offset + i] = free.remove(0);
            }
            return taken;
        }

        @Override
        public boolean put(final int buffer, final boolean isUse) {
            uses += isUse ? 1 : 0;
            return free.add(buffer);
        }

        @Override
        public int shards() {
            return shards;
        }
    }

    private final Buffers buffers = new Buffers();
    private final Stacks stacks = new Stacks(CAPACITY);
    private final Stripes stripes = stacks.stripes;

    /** Runs a task on a thread with a given id. The id selects the thread's stripe. */
    private static <T> T inThread(final int id, final Callable<T> task) throws Exception {
        return start(id, task).get();
    }

    private static <T> FutureTask<T> start(final int id, final Callable<T> task) {
        final FutureTask<T> future = new FutureTask<>(task);
        new Thread(future) {
            @Override
            public long getId() {
                return id;
            }
        }.start();
        return future;
    }

    private boolean add(final int id) throws Exception {
        return inThread(id, () -> {
            final boolean missing = stripes.isMissing();
            stripes.add();
            return missing;
        });
    }

    private long pop(final int id) throws Exception {
        return inThread(id, () -> Stripes.own(stripes.all).tryPop());
    }

    private boolean push(final int id, final int buffer) throws Exception {
        return inThread(id, () -> Stripes.own(stripes.all).tryPush(buffer));
    }

    private boolean put(final int id, final int buffer) throws Exception {
        return inThread(id, () -> stripes.put(buffers, buffer));
    }

    @Test
    void shouldCreateAStripeWhenAThreadNeedsIt() throws Exception {
        assertNull(stripes.lock());
        assertFalse(put(0, 1));
        assertTrue(add(0));
        assertFalse(add(0));
        assertTrue(put(0, 1));
        assertFalse(put(1, 2), "the stripe of another thread");
        assertEquals(1, stripes.size());
        assertEquals(1, inThread(0, () -> stripes.take(buffers)));
        assertEquals(HandleBits.NONE, inThread(0, () -> stripes.take(buffers)));
    }

    @Test
    void shouldTryTheNextStripeIfOneIsLocked() throws Exception {
        add(0);
        add(1);
        final Stripe locked = inThread(0, stripes::lock);
        final Stripe next = inThread(0, stripes::lock);
        assertNotSame(locked, next);
        assertNull(inThread(0, stripes::lock));
        assertNull(inThread(1, stripes::lock));
        next.unlock();
        assertSame(next, inThread(1, stripes::lock));
    }

    @Test
    void shouldFillStripesFromDifferentShards() throws Exception {
        add(0);
        add(1);
        buffers.shards = 10;
        buffers.free.addAll(List.of(1, 2, 3, 4));
        assertEquals(1, inThread(0, () -> stripes.take(buffers)));
        assertEquals(0, buffers.from);
        assertEquals(3, inThread(1, () -> stripes.take(buffers)));
        assertEquals(5, buffers.from);
        assertEquals(2, inThread(0, () -> stripes.take(buffers)));
        assertEquals(1, stripes.size());
    }

    @Test
    void shouldGiveTheLowerHalfOfAFullStripeToTheShards() throws Exception {
        add(0);
        for (int buffer = 1; buffer <= CAPACITY + 1; buffer++) {
            assertTrue(put(0, buffer));
        }
        assertEquals(List.of(1, 2), buffers.free);
        assertEquals(HandleBits.NONE, pop(0), "nothing was touched yet");
        assertEquals(5, inThread(0, () -> stripes.take(buffers)));
        final long[] taken = new long[9];
        assertEquals(2, inThread(0, () -> stripes.lock().take(taken, 1, 8)));
        assertEquals(
                List.of(0L, 3L, 4L, 0L), Arrays.stream(taken).limit(4).boxed().toList());
        assertEquals(5, stripes.pushes());
    }

    @Test
    void shouldReturnBuffersUnusedSinceTheyAged() throws Exception {
        add(0);
        add(2);
        for (int buffer = 1; buffer <= CAPACITY; buffer++) {
            put(0, buffer);
        }
        assertTrue(stacks.age(buffers));
        assertEquals(List.of(), buffers.free);
        assertEquals(4, inThread(0, () -> stripes.take(buffers)));
        put(0, 4);
        assertTrue(stacks.age(buffers), "one was touched");
        assertEquals(List.of(1, 2, 3), buffers.free);
        assertEquals(0, buffers.uses, "they had idled");
        assertFalse(stacks.age(buffers));
        assertEquals(List.of(1, 2, 3, 4), buffers.free);
        assertFalse(push(0, 5), "the first release to an empty stripe reports it");
        assertTrue(put(0, 5));
        assertTrue(push(0, 6));
        assertEquals(6, pop(0));
        final Stripe locked = inThread(0, stripes::lock);
        assertEquals(HandleBits.NONE, pop(0));
        assertFalse(push(0, 6));
        locked.unlock();
    }

    @Test
    void shouldShareHalfOfAStripeThatIsNotLocked() throws Exception {
        final long[] taken = new long[CAPACITY];
        assertEquals(0, stripes.share(taken, 0, CAPACITY));
        add(0);
        add(1);
        for (int buffer = 1; buffer <= 3; buffer++) {
            put(0, buffer);
        }
        assertEquals(2, stripes.share(taken, 1, CAPACITY));
        assertArrayEquals(new long[] {0, 2, 3, 0}, taken);
        final Stripe locked = inThread(0, stripes::lock);
        assertEquals(0, stripes.share(taken, 0, CAPACITY));
        locked.unlock();
        assertEquals(1, stripes.share(taken, 0, 1));
        assertEquals(1, taken[0]);
    }

    @Test
    void shouldDrainEveryStripeAndKeepIt() throws Exception {
        assertFalse(stripes.drain(buffers));
        for (int id = 0; id < 3; id++) {
            add(id);
            put(id, id + 1);
        }
        final Stripe locked = inThread(1, stripes::lock);
        final FutureTask<Boolean> drained = start(9, () -> stripes.drain(buffers));
        Thread.yield();
        final long[] taken = new long[1];
        assertEquals(1, locked.take(taken, 0, 1));
        assertEquals(2, taken[0]);
        assertTrue(drained.get());
        assertEquals(Set.of(1, 3), Set.copyOf(buffers.free));
        assertEquals(0, stripes.size());
        assertEquals(3, stripes.pushes());
        assertFalse(stripes.drain(buffers));
        assertTrue(put(1, 2));
    }

    @Test
    void shouldKeepEveryStripeLockedWhileTheArenaCloses() throws Exception {
        add(0);
        add(2);
        put(0, 1);
        stripes.close(buffers);
        assertEquals(List.of(1), buffers.free);
        assertFalse(put(0, 2));
        assertNull(inThread(0, stripes::lock));
        stripes.open();
        assertTrue(put(0, 2));
        assertTrue(put(2, 3));
    }

    @Test
    void shouldHandOutNoBufferOfAFailedArena() throws Exception {
        add(0);
        put(0, 1);
        inThread(0, stripes::lock);
        final CountDownLatch begun = new CountDownLatch(1);
        final FutureTask<Boolean> waiting = start(1, () -> {
            begun.countDown();
            return stripes.drain(buffers);
        });
        assertTrue(begun.await(100, TimeUnit.SECONDS), "the thread does not begin");
        final EndpointStack endpoint = new EndpointStack(CAPACITY, CAPACITY);
        stacks.add(endpoint);
        buffers.free.addAll(List.of(2, 3));
        assertEquals(2, endpoint.refill(buffers));
        assertEquals(2, endpoint.take());
        stacks.failed(new AssertionError("by the test"));
        assertNull(inThread(0, stripes::lock));
        assertTrue(add(0));
        assertNull(inThread(0, stripes::lock), "a stripe that is being created concurrently");
        assertEquals(HandleBits.NONE, endpoint.take());
        endpoint.countLost();
        assertEquals(HandleBits.NONE, endpoint.take());
        try {
            waiting.get();
        } catch (final ExecutionException e) {
            assertNotNull(e.getCause());
        }
    }

    @Test
    void shouldBelongToOneThreadAtATime() throws Exception {
        add(0);
        final long[] steps = new long[1];
        final List<FutureTask<Long>> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(start(0, () -> {
                long own = 0;
                for (int round = 0; round < ROUNDS || own == 0; round++) {
                    final Stripe stripe = stripes.lock();
                    if (stripe != null) {
                        steps[0] = steps[0] + 1;
                        own++;
                        stripe.unlock();
                    }
                }
                return own;
            }));
        }
        long own = 0;
        for (final FutureTask<Long> thread : threads) {
            own += thread.get();
        }
        assertEquals(own, steps[0]);
    }
}
