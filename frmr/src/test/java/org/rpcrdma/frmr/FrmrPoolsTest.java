// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Errno.EBUSY;
import static org.rpcrdma.verbs.Errno.EINVAL;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.VerbsException;

class FrmrPoolsTest extends CountedPoolsTest {

    @Test
    void shouldGiveOutTheHandleThatWasPushedLast() {
        final int[] both = popped(2);
        pushAll(both);
        assertEquals(2, pools.pool(KEY).queued());
        assertEquals(both[1], pools.pop(KEY));
        assertEquals(both[0], pools.pop(KEY));
        assertEquals(2, driver.created);
        assertEquals(2, pools.pool(KEY).maxInUse());
    }

    /**
     * A device with at most 256 blocks rejects a request for 257. Requests that the device can serve must not use the
     * pool of the rejected request.
     */
    @Test
    void shouldServeSmallerRequestsAfterALargerOneWasRefused() {
        driver.failCreate = true;
        assertThrows(VerbsException.class, () -> pools.pop(FrmrKey.of(1, 257)));
        driver.failCreate = false;

        final int handle = pools.pop(FrmrKey.of(1, 200));

        assertEquals(FrmrKey.of(1, 200), driver.live.get(handle));
        pools.pop(FrmrKey.of(1, 257));
        assertEquals(FrmrKey.of(1, 200), pools.pool(FrmrKey.of(1, 150)).key());
        assertEquals(FrmrKey.of(1, 257), pools.pool(FrmrKey.of(1, 201)).key(), "it has a handle now");
        pools.push(FrmrKey.of(1, 200), handle);
    }

    /** A Linux driver did not shift an 8-bit property in its keys, so two different keys were equal. */
    @Test
    void shouldKeepPoolsApartByEveryBitOfTheDriversKey() {
        final Set<FrmrPool> found = new HashSet<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            found.add(pools.pool(new FrmrKey(false, 0, 0, 1L << bit, 8)));
            found.add(pools.pool(new FrmrKey(false, 0, 1L << bit, 0, 8)));
        }
        assertEquals(2 * Long.SIZE, found.size());
    }

    @Test
    void shouldRefuseMoreThanWasPopped() {
        pools.push(KEY, pools.pop(KEY));
        assertErrno(EINVAL, () -> pools.push(KEY, 7));
        assertErrno(EINVAL, () -> pools.drop(KEY));
        assertEquals(1, pools.pool(KEY).queued());
    }

    @Test
    void shouldServeARequestFromAPoolOfFewerThanTwiceItsBlocks() {
        final int handle = pools.pop(FrmrKey.of(1, 8));
        pools.push(KEY, handle);
        assertEquals(handle, pools.pop(FrmrKey.of(1, 5)));
        assertEquals(KEY, driver.live.get(handle));
        assertNotEquals(handle, pools.pop(FrmrKey.of(1, 4)));
        assertEquals(2, pools.pools().size());
    }

    @Test
    void shouldPreferTheExactPoolThenTheSmallest() {
        final FrmrPool five = pools.pool(FrmrKey.of(1, 5));
        final FrmrPool eight = pools.pool(FrmrKey.of(1, 8));
        final FrmrPool twelve = pools.pool(FrmrKey.of(1, 12));
        assertSame(five, pools.pool(FrmrKey.of(1, 5)));
        assertSame(eight, pools.pool(FrmrKey.of(1, 6)));
        assertSame(eight, pools.pool(FrmrKey.of(1, 7)));
        assertSame(twelve, pools.pool(FrmrKey.of(1, 9)));
        assertEquals(List.of(twelve, eight, five), pools.pools());
    }

    @Test
    void shouldFindTheSamePoolForEver() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            final Map<FrmrKey, FrmrPool> found = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                final FrmrKey key = FrmrKey.of(random.nextInt(2), random.nextInt(400));
                final FrmrPool pool = pools.pool(key);
                assertTrue(pool.key().serves(key));
                found.putIfAbsent(key, pool);
                assertSame(found.get(key), pool, key::toString);
            }
        });
    }

    @Test
    void shouldKeepThePoolsOfTwoDevicesApartIfOneKeyIsUsed() {
        final FrmrPools others = new FrmrPools(driver, clock);
        final FrmrPool pool = pools.pool(KEY);
        final FrmrPool other = others.pool(KEY);
        assertNotSame(pool, other);
        assertSame(pool, pools.pool(KEY));
        assertSame(other, others.pool(KEY));
        pools.close();
        assertSame(other, others.pool(KEY));
        final FrmrPools reopened = new FrmrPools(driver, clock);
        assertSame(reopened.pool(KEY), reopened.pool(FrmrKey.of(1, 8)));
        assertSame(other, others.pool(KEY));
    }

    @Test
    void shouldAllocateNothingForAPair() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        pairs(20_000);
        final long before = threads.getCurrentThreadAllocatedBytes();
        pairs(100_000); // less than a byte per pair
        final long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < 100_000, "bytes=" + bytes);
    }

    private void pairs(final int count) {
        for (int i = 0; i < count; i++) {
            pools.push(KEY, pools.pop(KEY));
        }
    }

    @Test
    void shouldReportWhatIsInUseAtClose() {
        final int kept = pools.pop(KEY);
        pools.push(KEY, pools.pop(KEY));
        final FrmrKey other = FrmrKey.of(3, 100);
        pools.push(other, pools.pop(other));
        final VerbsException e = assertThrows(VerbsException.class, pools::close);
        assertEquals(EBUSY, e.errno());
        assertTrue(e.getMessage().contains(KEY + " inUse=1"), e.getMessage());
        assertEquals(1, e.getMessage().split("inUse=").length - 1, e.getMessage());
        assertEquals(0, driver.destroyed);
        pools.push(other, pools.pop(other));
        pools.push(KEY, kept);
        pools.close();
        assertTrue(driver.live.isEmpty());
    }

    @Test
    void shouldGiveNothingOutOnceClosed() {
        final FrmrPool pool = pools.pool(KEY);
        pools.close();
        pools.close();
        assertErrno(EINVAL, pool::pop);
        assertThrows(VerbsException.class, () -> pools.pop(FrmrKey.of(1, 1000)));
        assertThrows(VerbsException.class, () -> pools.setAgingPeriod(5));
        assertThrows(VerbsException.class, () -> pools.setPinned(KEY, 5));
        clock.advanceSeconds(1000);
        assertEquals(0, driver.created);
    }

    @Test
    void shouldDestroyTheRestIfCloseFailedBefore() {
        pushAll(popped(2500));
        driver.failDestroy = true;
        assertErrno(EBUSY, pools::close);
        assertEquals(2500, driver.live.size());
        driver.failDestroy = false;
        clock.advanceSeconds(1000);
        assertEquals(2500, driver.live.size(), "a closed pool does not age");
        pools.close();
        assertTrue(driver.live.isEmpty());
        assertEquals(3, driver.destructions, "in bulk");
    }
}
