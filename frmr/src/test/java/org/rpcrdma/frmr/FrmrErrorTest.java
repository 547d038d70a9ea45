// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests failures in the middle of operations. No handle is lost, whichever call to the driver or the clock throws an
 * exception.
 */
class FrmrErrorTest {
    private static final FrmrKey KEY = FrmrKey.of(1, 8);
    private static final int MOST_CALLS = 200;
    private static final List<Throwable> FAILURES = List.of(
            new OutOfMemoryError("nth call"), new IllegalStateException("nth call"), new LinkageError("nth call"));

    private final CountingDriver driver = new CountingDriver();
    private final ManualClock clock = new ManualClock();
    private final int[] calls = {0};
    private int failing = Integer.MAX_VALUE;
    private Throwable failure = new IllegalStateException("nth call");

    private final FrmrPools pools = new FrmrPools(new FailingDriver(), new FailingClock());

    private void call() {
        if (++calls[0] == failing) {
            FrmrPools.rethrow(failure);
        }
    }

    private final class FailingDriver implements FrmrDriver {
        @Override
        public void create(final FrmrKey key, final int[] handles, final int count) {
            call();
            driver.create(key, handles, count);
        }

        @Override
        public void destroy(final int[] handles, final int count) {
            call();
            driver.destroy(handles, count);
        }
    }

    private final class FailingClock implements Clock.Shared {
        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Timer newTimer(final Runnable task) {
            call();
            final Timer timer = clock.newTimer(task);
            return new Timer() {
                @Override
                public void arm(final long delayNanos) {
                    call();
                    timer.arm(delayNanos);
                }

                @Override
                public boolean cancel() {
                    call();
                    return timer.cancel();
                }

                @Override
                public boolean isArmed() {
                    call();
                    return timer.isArmed();
                }
            };
        }
    }

    /** Runs all operations repeatedly. In each run, a different call to the driver or the clock fails. */
    @Test
    void shouldLoseNothingWhicheverCallFails() {
        int thrown = 0;
        for (int n = 1; n <= MOST_CALLS; n++) {
            final FrmrErrorTest one = new FrmrErrorTest();
            one.failing = n;
            one.failure = FAILURES.get(n % FAILURES.size());
            thrown += one.live();
            one.assertWhole();
        }
        assertTrue(thrown > 40, "thrown=" + thrown);
    }

    /** Returns the number of errors thrown. */
    private int live() {
        int errors = 0;
        for (int round = 0; round < 4; round++) {
            final int[] handles = new int[3];
            for (int i = 0; i < handles.length; i++) {
                final int place = i;
                errors += again(() -> handles[place] = pools.pop(KEY));
            }
            errors += again(() -> pools.push(KEY, handles[0]));
            errors += tried(() -> pools.setPinned(KEY, 5));
            driver.live.remove(handles[1]);
            driver.destroyed++;
            errors += again(() -> pools.drop(KEY));
            errors += again(() -> pools.push(KEY, handles[2]));
            errors += tried(() -> pools.setAgingPeriod(30));
            errors += tried(() -> clock.advanceSeconds(30));
            errors += tried(() -> pools.setPinned(KEY, 0));
            errors += tried(() -> clock.advanceSeconds(200));
        }
        return errors;
    }

    /** Retries a step. If the step fails, it must not have changed anything. */
    private static int again(final Runnable step) {
        final int errors = tried(step);
        if (errors > 0) {
            step.run();
        }
        return errors;
    }

    private static int tried(final Runnable step) {
        try {
            step.run();
            return 0;
        } catch (final IllegalStateException | OutOfMemoryError | LinkageError e) {
            return 1;
        }
    }

    private void assertWhole() {
        final String failed = "failing=" + failing;
        failing = Integer.MAX_VALUE;
        final FrmrPool pool = pools.pool(KEY);
        assertEquals(0, pool.inUse(), failed);
        assertEquals(driver.live.size(), pool.queued(), failed);
        pools.setPinned(KEY, 0);
        pools.push(KEY, pools.pop(KEY));
        clock.advanceSeconds(1000);
        assertEquals(0, driver.live.size(), () -> "no longer ages: " + failed);
    }

    @Test
    void shouldCloseTheRestWhicheverCallFails() {
        for (int n = 1; n <= 4; n++) {
            final FrmrErrorTest one = new FrmrErrorTest();
            one.pools.push(KEY, one.pools.pop(KEY));
            final FrmrKey other = FrmrKey.of(1, 100);
            one.pools.push(other, one.pools.pop(other));
            one.failing = one.calls[0] + n;
            assertThrows(IllegalStateException.class, one.pools::close);
            assertEquals(
                    n % 2 == 0 ? 1 : 0, one.driver.live.size(), "a clock's failure leaves none, a driver's one pool's");
            one.pools.close();
            assertTrue(one.driver.live.isEmpty());
        }
    }

    @Test
    void shouldLeaveTheHandleWithTheCallerIfTheClockRefusesToTimeAPass() {
        final int handle = pools.pop(KEY);
        failing = calls[0] + 1;
        assertThrows(IllegalStateException.class, () -> pools.push(KEY, handle));
        assertEquals(1, pools.pool(KEY).inUse());
        assertEquals(0, pools.pool(KEY).queued());
        pools.push(KEY, handle);
        assertEquals(1, pools.pool(KEY).queued());
        clock.advanceSeconds(120);
        assertEquals(0, driver.live.size());
    }

    /** The driver runs out of memory halfway. No handle is kept, no capacity remains reserved, and no floor is set. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10})
    void shouldUndoAFloorWholeIfMemoryEnds(final int batches) {
        final int[] left = {batches};
        final CountingDriver counting = new CountingDriver();
        counting.whileCreating = () -> {
            if (--left[0] == 0) {
                throw new OutOfMemoryError("handles");
            }
        };
        final FrmrPools large = new FrmrPools(counting, clock);
        large.setPinned(FrmrKey.of(1, 1), 0);
        assertThrows(OutOfMemoryError.class, () -> large.setPinned(KEY, 10_000));
        assertEquals(0, large.pool(KEY).pinned());
        assertEquals(0, large.pool(KEY).queued());
        assertEquals(HandleStack.SMALL_RING, large.pool(KEY).ledger.room());
        assertTrue(counting.live.isEmpty());
        clock.advanceSeconds(1000);
        assertEquals((batches - 1) * 1024L, counting.created, "there is no retry");
        large.close();
    }

    @Test
    void shouldKeepWhatCannotBeDestroyedOfAFloorThatCannotBeMet() {
        final int[] left = {3};
        driver.whileCreating = () -> {
            if (--left[0] == 0) {
                driver.refused = 10;
                throw new OutOfMemoryError("handles");
            }
        };
        assertThrows(OutOfMemoryError.class, () -> pools.setPinned(KEY, 10_000));
        assertEquals(20, pools.pool(KEY).queued(), "ten of each batch");
        assertEquals(20, driver.live.size());
        driver.refused = 0;
        pools.close();
        assertTrue(driver.live.isEmpty());
    }

    @Test
    void shouldRefuseAFloorBeyondTheLimit() {
        assertMessage(
                "EINVAL: number of pinned handles must be at most 1048576: count=1000000000",
                () -> pools.setPinned(KEY, 1_000_000_000));
        assertTrue(pools.pools().isEmpty());
        assertThrows(VerbsException.class, () -> pools.setPinned(KEY, FrmrPools.MAX_PINNED + 1));
        pools.setPinned(KEY, FrmrPools.MAX_PINNED);
        assertEquals(FrmrPools.MAX_PINNED, pools.pool(KEY).queued());
    }

    @Test
    void shouldGiveUpAFloorThatTheDriverRefusesForEver() {
        final int handle = pools.pop(KEY);
        driver.failCreate = true;
        assertThrows(VerbsException.class, () -> pools.setPinned(KEY, 5));
        final int[] tries = {0};
        driver.whileCreating = () -> tries[0]++;
        clock.advanceSeconds(100_000);
        assertEquals(10, tries[0]);
        assertEquals(10, pools.pool(KEY).statistics().passes());
        pools.push(KEY, handle);
        clock.advanceSeconds(100_000);
        assertEquals(10, tries[0], "nor does a later pass try");
        assertEquals(11, pools.pool(KEY).statistics().passes());
        driver.failCreate = false;
        pools.setPinned(KEY, 5);
        assertEquals(5, pools.pool(KEY).queued());
    }

    @Test
    void shouldReportTheClocksRefusalWithTheDrivers() {
        pools.pool(KEY);
        driver.failCreate = true;
        failing = calls[0] + 2;
        final VerbsException e = assertThrows(VerbsException.class, () -> pools.setPinned(KEY, 5));
        assertEquals(Errno.ENOMEM, e.errno());
        assertEquals("nth call", e.getSuppressed()[0].getMessage());
    }

    @Test
    void shouldTryAgainOnePeriodAfterADriverThrew() {
        pools.push(KEY, pools.pop(KEY));
        driver.whileDestroying = () -> {
            throw new IllegalStateException("driver");
        };
        assertThrows(IllegalStateException.class, () -> clock.advanceSeconds(120));
        driver.whileDestroying = () -> {};
        clock.advanceSeconds(59);
        assertEquals(1, driver.live.size());
        clock.advanceSeconds(1);
        assertEquals(0, driver.live.size());
    }
}
