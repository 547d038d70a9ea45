// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Errno;

class FrmrAgingTest extends CountedPoolsTest {

    @Test
    void shouldDestroyAnIdleHandleAfterTwoPeriods() {
        fill(3);
        assertLiveAfter(119, 3);
        assertLiveAfter(1, 0);
        assertEquals(0, pools.pool(KEY).queued());
        assertEquals(1, driver.destructions, "in bulk");
    }

    @Test
    void shouldDestroyAHandlePushedJustBeforeThePassAfterOnePeriod() {
        fill(1);
        clock.advanceSeconds(59);
        final int late = makeNew();
        clock.advanceSeconds(61);
        assertTrue(!driver.live.containsKey(late));
    }

    @Test
    void shouldKeepAHandleThatIsUsedInEveryPeriod() {
        fill(2);
        for (int period = 0; period < 10; period++) {
            clock.advanceSeconds(60);
            pools.push(KEY, pools.pop(KEY));
        }
        assertEquals(1, driver.live.size());
        assertEquals(2, driver.created);
        assertLiveAfter(120, 0);
    }

    @Test
    void shouldStartAgeingAnewIfAPushFindsNoneActive() {
        fill(2);
        clock.advanceSeconds(60);
        clock.advanceSeconds(30);
        pools.push(KEY, pools.pop(KEY));
        clock.advanceSeconds(30);
        assertEquals(1, driver.live.size(), "the pass that was set at the first push destroys the other");
        assertLiveAfter(59, 1);
        assertLiveAfter(1, 0);
    }

    /**
     * This test exists because a benchmark could not distinguish the pop's allocations from the allocations of the
     * passes.
     */
    @Test
    void shouldAllocateNothingForAPopWhileAnotherThreadAges() throws Exception {
        final FrmrPool pool = pools.pool(KEY);
        pools.setPinned(KEY, 8);
        final Thread ager = new Thread(
                () -> {
                    for (int i = 0; i < 100; i++) {
                        pools.setPinned(KEY, 3000);
                        pools.setPinned(KEY, 8);
                        pool.pass();
                        pool.pass();
                    }
                },
                "ager");
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long pairs = 0;
        ager.start();
        final long before = threads.getCurrentThreadAllocatedBytes();
        while (ager.isAlive() || pairs < 100_000) {
            pool.push(pool.pop());
            pairs++;
        }
        final long bytes = threads.getCurrentThreadAllocatedBytes() - before; // less than a byte per pop
        assertTrue(bytes < pairs, "bytes=" + bytes + " pairs=" + pairs);
        assertTrue(driver.destroyed > 0);
    }

    @Test
    void shouldKeepExactlyTheHandlesThatTheDriverLeft() {
        fill(3000);
        driver.refused = 7;
        clock.advanceSeconds(120);
        assertEquals(3000 - 1024 + 7, pools.pool(KEY).queued(), "the pass ends where the driver refuses");
        assertEquals(driver.live.size(), pools.pool(KEY).queued());
        assertEquals(2999, pools.pop(KEY));
        pools.push(KEY, 2999);
        driver.refused = 0;
        assertLiveAfter(60, 1);
        assertLiveAfter(60, 0);
    }

    @Test
    void shouldServePopsWhileThePassDestroys() {
        fill(2000);
        clock.advanceSeconds(60);
        final int kept = pools.pop(KEY);
        driver.whileDestroying = () -> {
            driver.whileDestroying = () -> {};
            final FrmrPoolStatistics now = pools.pool(KEY).statistics();
            assertEquals(1999, now.destroying());
            assertEquals(0, now.queued());
            final int made = pools.pop(KEY);
            assertEquals(2000, made, "handles being destroyed are not handed out");
            pools.push(KEY, made);
        };
        clock.advanceSeconds(60);
        assertEquals(Set.of(kept, 2000), driver.live.keySet());
        pools.push(KEY, kept);
        assertLiveAfter(120, 0);
    }

    @Test
    void shouldKeepUndestroyedHandlesBelowNewlyPushedOnes() {
        fill(3);
        clock.advanceSeconds(60);
        driver.failDestroy = true;
        driver.whileDestroying = () -> {
            driver.whileDestroying = () -> {};
            pools.push(KEY, pools.pop(KEY));
        };
        clock.advanceSeconds(60);
        assertArrayEquals(new int[] {3, 2, 1, 0}, popped(4));
    }

    @Test
    void shouldGiveUpTheRoomOfHandlesThatWereDropped() {
        final int kept = pools.pop(KEY);
        popped(3000);
        for (int i = 0; i < 3000; i++) {
            pools.drop(KEY);
        }
        pools.push(KEY, kept);
        assertEquals(4096, pools.pool(KEY).ledger.room());
        clock.advanceSeconds(60);
        assertEquals(1024, pools.pool(KEY).ledger.room());
    }

    @Test
    void shouldTimeEveryPoolAnewIfThePeriodChanges() {
        final FrmrKey other = FrmrKey.of(1, 100);
        fill(2);
        pools.push(other, pools.pop(other));
        clock.advanceSeconds(50);
        pools.setAgingPeriod(5);
        assertEquals(5, pools.agingPeriod());
        assertLiveAfter(9, 3);
        assertLiveAfter(1, 0);
    }

    @Test
    void shouldRefuseAPeriodBelowASecond() {
        fill(1);
        assertErrno(Errno.EINVAL, () -> pools.setAgingPeriod(0));
        assertErrno(Errno.EINVAL, () -> pools.setAgingPeriod(-1));
        assertEquals(60, pools.agingPeriod());
        assertLiveAfter(119, 1);
    }

    private void fill(final int handles) {
        pushAll(popped(handles));
    }

    /** Pops and pushes two handles. Returns the second, which is created while the first is in use. */
    private int makeNew() {
        final int[] both = popped(2);
        pushAll(both);
        return both[1];
    }
}
