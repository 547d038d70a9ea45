// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests a driver that takes a lock which other threads may hold while they call the pools. No thread may wait for this
 * lock inside the pools.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrmrLocksTest extends CountedPoolsTest {

    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch inDriver = new CountDownLatch(1);

    private void takeTheLock() {
        inDriver.countDown();
        lock.lock();
        lock.unlock();
    }

    private Thread passing() {
        final Thread thread = new Thread(() -> clock.advanceSeconds(60), "ageing");
        thread.start();
        return thread;
    }

    private void fill() {
        pools.push(KEY, pools.pop(KEY));
        clock.advanceSeconds(60);
    }

    @Test
    void shouldNotWaitAtCloseForADriverThatWaitsForTheCaller() throws Exception {
        fill();
        driver.whileDestroying = this::takeTheLock;
        lock.lock();
        final Thread passing = passing();
        inDriver.await();
        final VerbsException e = assertThrows(VerbsException.class, pools::close);
        assertEquals(Errno.EBUSY, e.errno());
        assertTrue(e.getMessage().endsWith(KEY + " thread=ageing handles=1"), e.getMessage());
        assertThrows(VerbsException.class, () -> pools.pop(KEY), "it is closed");
        lock.unlock();
        passing.join();
        pools.close();
        assertTrue(driver.live.isEmpty());
    }

    @Test
    void shouldServeEverythingElseWhileADriverWaits() throws Exception {
        fill();
        driver.whileDestroying = this::takeTheLock;
        lock.lock();
        final Thread passing = passing();
        inDriver.await();
        pools.pool(KEY).pass();
        pools.setAgingPeriod(30);
        pools.setPinned(KEY, 3);
        pools.push(FrmrKey.of(1, 100), pools.pop(FrmrKey.of(1, 100)));
        assertEquals(1, pools.pool(KEY).statistics().destroying());
        assertEquals(3, pools.pool(KEY).queued());
        lock.unlock();
        passing.join();
        assertEquals(4, driver.live.size());
    }

    @Test
    void shouldWaitAtCloseForAPassThatGetsOn() throws Exception {
        fill();
        final FrmrPool pool = pools.pool(KEY);
        driver.whileDestroying = () -> {
            inDriver.countDown();
            // Wait for the pool to be closed: a closed pool counts the handles that are being destroyed as kept.
            while (pool.statistics().destroying() > 0) {
                Thread.onSpinWait();
            }
            // While this loop waits, close checks the other thread many times.
            final long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        };
        final Thread passing = passing();
        inDriver.await();
        pools.close();
        passing.join();
        assertTrue(driver.live.isEmpty());
    }

    @Test
    void shouldRefuseToCloseWithinItsOwnDestruction() {
        fill();
        final VerbsException[] refusal = {null};
        driver.whileDestroying = () -> {
            driver.whileDestroying = () -> {};
            refusal[0] = assertThrows(VerbsException.class, pools::close);
        };
        clock.advanceSeconds(60);
        assertEquals(Errno.EBUSY, refusal[0].errno());
        assertTrue(driver.live.isEmpty());
        pools.close();
    }

    /** Waiting threads sleep, so that a preempted lock owner gets a processor sooner. */
    @Test
    void shouldSleepWhileTheOwnerOfAPoolsLockDoesNotRun() throws Exception {
        fill();
        final FrmrPool pool = pools.pool(KEY);
        final int[] handle = {-1};
        sleepsUntilUnlocked(pool, () -> handle[0] = pool.pop());
        assertTrue(driver.live.containsKey(handle[0]));
        pool.push(handle[0]);
        sleepsUntilUnlocked(pool, pools::close);
        assertTrue(driver.live.isEmpty());
    }

    private static void sleepsUntilUnlocked(final FrmrPool pool, final Runnable use) throws InterruptedException {
        final Thread waiter = new Thread(use, "waiter");
        pool.ledger.lock.lock();
        try {
            waiter.start();
            while (waiter.isAlive() && waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            assertTrue(waiter.isAlive());
        } finally {
            pool.ledger.lock.close();
        }
        waiter.join();
    }

    /** A clock that holds its lock while it runs tasks, as an event loop may do. */
    private static final class LockedClock implements Clock.Shared {
        private final ManualClock inner = new ManualClock();
        private final ReentrantLock lock = new ReentrantLock();

        private <T> T locked(final Supplier<T> step) {
            lock.lock();
            try {
                return step.get();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long nanoTime() {
            return locked(inner::nanoTime);
        }

        void advanceSeconds(final int seconds) {
            locked(() -> {
                inner.advanceSeconds(seconds);
                return null;
            });
        }

        @Override
        public Timer newTimer(final Runnable task) {
            final Timer timer = locked(() -> inner.newTimer(task));
            return new Timer() {
                @Override
                public void arm(final long delayNanos) {
                    locked(() -> {
                        timer.arm(delayNanos);
                        return null;
                    });
                }

                @Override
                public boolean cancel() {
                    return locked(timer::cancel);
                }

                @Override
                public boolean isArmed() {
                    return locked(timer::isArmed);
                }
            };
        }
    }

    /**
     * A thread calls the clock while the clock runs a pass. Neither the call nor the pass may wait for a pool's lock.
     */
    @Test
    void shouldRunAPassWhileAnotherThreadTimesOne() throws Exception {
        final LockedClock locked = new LockedClock();
        final FrmrPools others = new FrmrPools(driver, locked);
        others.push(KEY, others.pop(KEY));
        final Thread retimer = new Thread(() -> others.setAgingPeriod(20), "retimer");
        locked.lock.lock();
        try {
            retimer.start();
            awaitQueued(locked.lock, retimer);
            locked.inner.advanceSeconds(60);
        } finally {
            locked.lock.unlock();
        }
        retimer.join();
        assertEquals(1, others.pool(KEY).statistics().passes());
        locked.advanceSeconds(40);
        assertEquals(0, others.pool(KEY).queued());
        others.close();
    }

    private static void awaitQueued(final ReentrantLock lock, final Thread thread) {
        while (!lock.hasQueuedThread(thread) && thread.isAlive()) {
            Thread.onSpinWait();
        }
    }
}
