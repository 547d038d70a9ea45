// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests a ledger's operations while another thread holds the lock. Each operation must wait for the lock and then take
 * effect.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HandleLedgerTest {
    private final HandleLedger ledger = new HandleLedger(FrmrKey.of(1, 8));
    private final int[] doomed = new int[4];

    @Test
    void shouldWaitForTheLockInEveryStep() throws Exception {
        step(HandleLedger.NONE, ledger::popOrBegin);
        step(0, () -> ledger.endPop(true));
        step(false, () -> ledger.push(7));
        step(1L, () -> ledger.wish(60, false));
        step(0L, () -> ledger.wish(60, false));
        step(2L, () -> ledger.wish(30, true));
        assertEquals(30, ledger.wishedNanos());
        step(2L, () -> ledger.newerWish(1));
        step(0L, () -> ledger.newerWish(2));
        step(null, done(() -> ledger.refuse(1)));
        step(true, () -> ledger.push(7));
        step(7L, ledger::popOrBegin);
        step(null, done(() -> ledger.refuse(2)));
        step(false, () -> ledger.push(7));
        step(3L, () -> ledger.wish(60, false));
        step(true, () -> ledger.push(7));
        step(7L, ledger::popOrBegin);
        step(0, () -> ledger.pin(3));
        step(3, () -> ledger.pin(3));
        step(2, ledger::missing);
        step(false, () -> ledger.beginRefill(3));
        step(true, () -> ledger.beginRefill(2));
        step(0, ledger::missing);
        step(null, done(() -> ledger.endRefill(new int[] {8, 9}, 1)));
        step(1, ledger::missing);
        step(2, ledger::drop);
        step(null, done(() -> ledger.unpin(3, 0)));
        step(0, ledger::missing);
        step(true, ledger::beginPass);
        step(0, ledger::dying);
        step(false, ledger::beginPass);
        step(1, ledger::dying);
        step(1, () -> ledger.beginDestroying(doomed));
        assertEquals(8, doomed[0]);
        step(0, () -> ledger.beginDestroying(doomed));
        step(0, () -> ledger.endDestroy(doomed, 1, 1, false));
        step(0, ledger::dying);
        step(false, ledger::beginPass);
        step(1, () -> ledger.beginDestroying(doomed));
        step(0, () -> ledger.endDestroy(doomed, 1, 0, true));
        step(new FrmrPoolStatistics(0, 0, 1, 0, 0, 2, 1, 2, 1, 2, 1, 3), ledger::statistics);
        ledger.close();
        step(false, ledger::beginPass);
    }

    private static Supplier<Object> done(final Runnable step) {
        return () -> {
            step.run();
            return null;
        };
    }

    private void step(final Object expected, final Supplier<Object> step) throws InterruptedException {
        final AtomicReference<Object> result = new AtomicReference<>("not done");
        final Thread thread = new Thread(() -> result.set(step.get()), "step");
        ledger.lock.lock();
        try {
            thread.start();
            while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
            assertEquals("not done", result.get());
        } finally {
            ledger.lock.close();
        }
        thread.join();
        assertFalse(thread.isAlive());
        assertEquals(expected, result.get());
    }
}
