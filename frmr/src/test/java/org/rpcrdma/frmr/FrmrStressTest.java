// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests two threads that pop, push, drop and pin handles while a third thread advances the time. The driver sometimes
 * fails.
 */
class FrmrStressTest extends CountedPoolsTest {
    private static final int OPERATIONS = 300_000;

    private final Set<Integer> held = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ended = new AtomicBoolean();

    @Test
    void shouldNeitherLoseNorDoubleAHandle() throws Exception {
        Seed.run(this::run);
    }

    @Test
    void shouldCreateOnePoolIfTwoThreadsRequestIt() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            final CyclicBarrier start = new CyclicBarrier(2);
            for (int round = 1; round <= 500; round++) {
                final FrmrKey key = new FrmrKey(false, 0, round, 0, 8);
                final Future<FrmrPool> first = threads.submit(() -> poolAt(start, key));
                final Future<FrmrPool> second = threads.submit(() -> poolAt(start, key));
                assertEquals(first.get(), second.get());
                assertEquals(round, pools.pools().size());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private FrmrPool poolAt(final CyclicBarrier start, final FrmrKey key) throws Exception {
        start.await();
        return pools.pool(key);
    }

    private void run(final long seed) throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            final Future<?> time = threads.submit(() -> moveTime(new Random(seed ^ 2)));
            final Future<?> first = threads.submit(() -> use(new Random(seed)));
            final Future<?> second = threads.submit(() -> use(new Random(seed ^ 1)));
            first.get();
            second.get();
            ended.set(true);
            time.get();
        } finally {
            ended.set(true);
            threads.shutdownNow();
        }
        driver.failCreate = false;
        driver.failDestroy = false;
        driver.refused = 0;
        assertTrue(held.isEmpty());
        final int queued = pools.pools().stream().mapToInt(FrmrPool::queued).sum();
        assertEquals(driver.created, driver.destroyed + queued);
        pools.close();
        assertTrue(driver.live.isEmpty());
    }

    private void use(final Random random) {
        final List<int[]> mine = new ArrayList<>();
        for (int i = 0; i < OPERATIONS; i++) {
            final int choice = random.nextInt(1000);
            if (choice < 500 && mine.size() < 50) {
                pop(mine, random.nextInt(3));
            } else if (choice < 990 && !mine.isEmpty()) {
                giveBack(mine.remove(random.nextInt(mine.size())), choice > 970);
            } else if (choice > 995) {
                setPinned(random.nextInt(3), random.nextInt(20));
            }
        }
        mine.forEach(popped -> giveBack(popped, false));
    }

    private void pop(final List<int[]> mine, final int pool) {
        try {
            final int handle = pools.pop(key(pool));
            assertTrue(held.add(handle), () -> "handed out twice: handle=" + handle);
            mine.add(new int[] {pool, handle});
        } catch (final VerbsException e) {
            assertTrue(e.getMessage().contains("no handles"), e.getMessage());
        }
    }

    private void giveBack(final int[] popped, final boolean drop) {
        held.remove(popped[1]);
        if (drop) {
            synchronized (driver) {
                driver.live.remove(popped[1]);
                driver.destroyed++;
            }
            pools.drop(key(popped[0]));
        } else {
            pools.push(key(popped[0]), popped[1]);
        }
    }

    private void setPinned(final int pool, final int count) {
        try {
            pools.setPinned(key(pool), count);
        } catch (final VerbsException e) {
            assertTrue(e.getMessage().contains("no handles"), e.getMessage());
        }
    }

    private void moveTime(final Random random) {
        while (!ended.get()) {
            synchronized (driver) {
                driver.failCreate = random.nextInt(4) == 0;
                driver.failDestroy = random.nextInt(4) == 0;
                driver.refused = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
            }
            clock.advanceSeconds(random.nextInt(90));
        }
    }

    private static FrmrKey key(final int pool) {
        return FrmrKey.of(1, 8L << pool);
    }
}
