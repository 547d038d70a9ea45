// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

class FastRegisterDriverTest {
    private final Set<Region> open = new HashSet<>();
    private final Set<FastRegisterRegion> stuck = new HashSet<>();
    private boolean allStuck;
    private int limit = Integer.MAX_VALUE;
    private final FastRegisterDriver driver = new FastRegisterDriver(domain());
    private final FrmrPools pools = new FrmrPools(driver, new ManualClock());

    @Test
    void shouldGiveARegionOfThePoolsPages() {
        final FrmrPool pool = pools.pool(FrmrKey.of(0, 16));
        final int first = pool.pop();
        final int second = pool.pop();
        assertEquals(16, driver.region(first).maxPages());
        assertNotSame(driver.region(first), driver.region(second));
        final FastRegisterRegion region = driver.region(first);
        pool.push(first);
        assertSame(region, driver.region(pool.pop()));
    }

    @Test
    void shouldRefuseAKeyThatNoRegionServes() {
        for (final FrmrKey key : new FrmrKey[] {
            FrmrKey.of(0, (1L << 32) + 1),
            FrmrKey.of(0, 257),
            FrmrKey.of(0, 0),
            FrmrKey.of(1, 16),
            new FrmrKey(true, 0, 0, 0, 16),
            new FrmrKey(false, 0, 1, 0, 16),
            new FrmrKey(false, 0, 0, 1, 16)
        }) {
            final VerbsException e = assertThrows(VerbsException.class, () -> pools.pop(key));
            assertEquals(Errno.EOPNOTSUPP, e.errno());
            assertTrue(e.getMessage().contains(key.toString()), e.getMessage());
            assertEquals(0, pools.pool(key).inUse());
        }
        assertTrue(open.isEmpty());
    }

    @Test
    void shouldServeFromOneBlockToAsManyAsTheDeviceGrants() {
        for (final int blocks : new int[] {1, 256}) {
            assertEquals(blocks, driver.region(pools.pop(FrmrKey.of(0, blocks))).maxPages());
        }
    }

    @Test
    void shouldCloseEveryRegionWithThePools() {
        pools.setPinned(FrmrKey.of(0, 16), 200);
        assertEquals(200, open.size());
        pools.close();
        assertTrue(open.isEmpty());
    }

    @Test
    void shouldCloseTheCreatedRegionsIfTheDeviceIsExhausted() {
        pools.setPinned(FrmrKey.of(0, 16), 5);
        limit = 8;
        assertErrno(Errno.ENOMEM, () -> pools.setPinned(FrmrKey.of(0, 16), 20));
        assertEquals(5, open.size());
        limit = 20;
        pools.setPinned(FrmrKey.of(0, 16), 20);
        assertEquals(20, open.size());
        pools.close();
        assertTrue(open.isEmpty());
    }

    @Test
    void shouldCreateAllOrNoneWhereverTheDeviceStops() {
        for (int fails = 0; fails < 20; fails++) {
            limit = fails;
            assertThrows(VerbsException.class, () -> pools.setPinned(FrmrKey.of(0, 16), 20));
            assertTrue(open.isEmpty());
            assertEquals(0, pools.pool(FrmrKey.of(0, 16)).queued());
        }
        limit = 20;
        pools.setPinned(FrmrKey.of(0, 16), 20);
        assertEquals(20, pools.pool(FrmrKey.of(0, 16)).queued());
    }

    @Test
    void shouldReportTheHandlesThatCouldNotBeClosed() {
        final int[] handles = new int[9];
        driver.create(FrmrKey.of(0, 16), handles, 9);
        final FastRegisterRegion third = driver.region(handles[2]);
        final FastRegisterRegion last = driver.region(handles[8]);
        stuck.addAll(Set.of(third, last));
        final FrmrDestroyException e = assertThrows(FrmrDestroyException.class, () -> driver.destroy(handles, 9));
        assertEquals(2, e.left());
        assertEquals(Errno.EBUSY, e.errno());
        assertSame(third, driver.region(handles[0]));
        assertSame(last, driver.region(handles[1]));
        assertEquals(Set.of(third, last), open);
        stuck.clear();
        driver.destroy(handles, 2);
        assertTrue(open.isEmpty());
    }

    @Test
    void shouldCloseLaterWhatItCouldNotTakeBack() {
        final int[] kept = new int[1];
        driver.create(FrmrKey.of(0, 16), kept, 1);
        limit = 3;
        allStuck = true;
        assertThrows(VerbsException.class, () -> pools.setPinned(FrmrKey.of(0, 16), 5));
        assertEquals(3, open.size());
        allStuck = false;
        driver.destroy(kept, 1);
        assertTrue(open.isEmpty());
        allStuck = true;
        assertThrows(VerbsException.class, () -> pools.setPinned(FrmrKey.of(0, 16), 5));
        assertEquals(3, open.size());
        allStuck = false;
        limit = 5;
        pools.setPinned(FrmrKey.of(0, 16), 5);
        assertEquals(5, open.size());
    }

    private ProtectionDomain domain() {
        final Device device = (Device) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Device.class}, (proxy, method, arguments) -> {
                    assertEquals("attributes", method.getName());
                    return new DeviceAttributes(1024, 4, 1024, 256, 4096);
                });
        return (ProtectionDomain) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ProtectionDomain.class},
                (proxy, method, arguments) ->
                        method.getName().equals("device") ? device : allocate((int) arguments[0]));
    }

    private Region allocate(final int pages) {
        if (open.size() >= limit) {
            throw new VerbsException(Errno.ENOMEM, "no more regions: limit=" + limit);
        }
        final Region region = new Region(pages);
        open.add(region);
        return region;
    }

    private final class Region implements FastRegisterRegion {
        private final int pages;

        Region(final int pages) {
            this.pages = pages;
        }

        @Override
        public int key() {
            return System.identityHashCode(this);
        }

        @Override
        public int maxPages() {
            return pages;
        }

        @Override
        public void setPages(final long[] dmaAddresses, final int[] lengths, final int count, final long iova) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            if (allStuck || stuck.contains(this)) {
                throw new VerbsException(Errno.EBUSY, "windows are bound to the region");
            }
            assertTrue(open.remove(this), "closed twice");
        }
    }
}
