// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
    void shouldKeepItsOwnerOutWhileItIsRevoked() {
        final ThreadCache cache = new ThreadCache(Thread.currentThread(), 4);
        assertTrue(cache.enter());
        cache.exit();
        cache.revoke();
        assertFalse(cache.enter());
        cache.exit();
        cache.restore();
        assertTrue(cache.enter());
        cache.exit();
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
