// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadCacheTest {
    private static final int ROUNDS = Effort.of(300, 4_000);

    /** Written only by who has the stack: a lost step shows that two had it. */
    private long steps;

    private long owned;
    private ThreadCache cache;
    private volatile boolean ended;

    @Test
    void shouldWaitForItsOwnerToLeaveButNotForEver() throws Exception {
        final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "owner"));
        final BufferStates states = new BufferStates(new ShardGeometry(64, 4096, 1), 1, false, 1);
        final ThreadCache of =
                thread.submit(() -> new ThreadCache(Thread.currentThread(), 4)).get();
        for (final Runnable use : List.<Runnable>of(
                of::take,
                () -> of.take(new long[1], 0, 1),
                () -> of.release(states, 1),
                () -> of.release(states, new long[1], 0, 1),
                () -> of.put(null, 1))) {
            thread.submit(use).get();
            of.revoke();
            assertEquals(HandleBits.NONE, of.take(), "from another's stack");
            of.restore();
        }
        thread.submit(of::enter).get();
        final String message =
                assertThrows(IllegalStateException.class, of::revoke).getMessage();
        assertTrue(message.endsWith("thread=owner id=" + of.ownerId + " looks=1048576"), message);
        thread.shutdown();
    }

    /** As an error between entering and leaving does, a {@link StackOverflowError} above all. */
    @Test
    void shouldNotWaitForAnOwnerThatCannotLeave() throws Exception {
        final ThreadCache own = new ThreadCache(Thread.currentThread(), 4);
        own.enter();
        own.revoke();
        final AtomicReference<ThreadCache> left = new AtomicReference<>();
        final Thread ended = new Thread(() -> {
            left.set(new ThreadCache(Thread.currentThread(), 4));
            left.get().enter();
        });
        ended.start();
        ended.join();
        left.get().revoke();
        assertFalse(left.get().enter());
    }

    @Test
    void shouldBelongToOneThreadAtATime() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            final Thread owner = new Thread(this::own);
            cache = new ThreadCache(owner, 4);
            owner.start();
            long taken = 0;
            for (int round = 0; round < ROUNDS; round++) {
                cache.revoke();
                for (int i = random.nextInt(200); i >= 0; i--) {
                    steps = steps + 1;
                    taken++;
                }
                cache.restore();
            }
            ended = true;
            owner.join();
            assertEquals(taken + owned, steps);
            assertTrue(owned > 0 && taken > 0);
        });
    }

    /** Goes on until it had the stack, which it may not before the other has ended. */
    private void own() {
        long own = 0;
        while (!ended || own == 0) {
            if (cache.enter()) {
                steps = steps + 1;
                own++;
            }
            cache.exit();
        }
        owned = own;
    }
}
