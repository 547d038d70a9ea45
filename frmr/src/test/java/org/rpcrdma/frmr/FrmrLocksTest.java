// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A driver that takes a lock which others hold while they call the pools: nobody waits for it in the pools. */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrmrLocksTest {
    private static final FrmrKey KEY = FrmrKey.of(1, 8);

    private final CountingDriver driver = new CountingDriver();
    private final ManualClock clock = new ManualClock();
    private final FrmrPools pools = new FrmrPools(driver, clock);
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
        final CountDownLatch closing = new CountDownLatch(1);
        driver.whileDestroying = () -> {
            inDriver.countDown();
            while (closing.getCount() > 0) {
                Thread.onSpinWait();
            }
        };
        final Thread passing = passing();
        inDriver.await();
        closing.countDown();
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

    /** An owner that lost its processor gets it the sooner: a waiter burns none. */
    @Test
    void shouldSleepWhileTheOwnerOfAPoolsLockDoesNotRun() throws Exception {
        fill();
        final FrmrPool pool = pools.pool(KEY);
        final int[] handle = {-1};
        final Thread waiter = new Thread(() -> handle[0] = pool.pop(), "waiter");
        pool.ledger.lock();
        try {
            waiter.start();
            while (waiter.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        } finally {
            pool.ledger.unlock();
        }
        waiter.join();
        assertTrue(driver.live.containsKey(handle[0]));
        pool.push(handle[0]);
    }
}
