// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.openmbean.CompositeData;
import org.agrona.BitUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;

class FrmrAdministrationTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final CountingDriver driver = new CountingDriver();
    private final FrmrPools pools = new FrmrPools(driver, new ManualClock());
    private final List<FrmrAdministration> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(FrmrAdministration::close);
        assertNull(System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
        assertTrue(server.queryNames(FrmrAdministration.objectName("*"), null).isEmpty());
    }

    @Test
    void shouldRefuseWhatIsMissing() {
        assertEquals(
                "pools are required",
                assertThrows(NullPointerException.class, () -> FrmrAdministration.open("sim0", null))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> FrmrAdministration.open(null, pools));
        assertThrows(NullPointerException.class, () -> new FrmrPools(null, new ManualClock()));
        assertThrows(NullPointerException.class, () -> new FrmrPools(driver, null));
    }

    @Test
    void shouldRefuseAFloorBeyondTheLimit() {
        final FrmrPoolsMXBean bean = open("sim0");
        assertEquals(
                "EINVAL: pinned handles must be at most 1048576: count=1000000000",
                assertThrows(IllegalArgumentException.class, () -> bean.setPinned(false, 1, 0, 8, 1_000_000_000))
                        .getMessage());
    }

    /** As two applications in one JVM have it. */
    @Test
    void shouldNameTheDevicesOfEveryClassLoader() throws Exception {
        final URL[] classes = {
            FrmrPools.class.getProtectionDomain().getCodeSource().getLocation(),
            FrmrAdministrationTest.class.getProtectionDomain().getCodeSource().getLocation(),
            BitUtil.class.getProtectionDomain().getCodeSource().getLocation()
        };
        try (URLClassLoader other = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            open("sim0");
            final AutoCloseable others = (AutoCloseable) other.loadClass(Opener.class.getName())
                    .getMethod("open", String.class)
                    .invoke(null, "sim1");
            assertEquals("sim0,sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
            assertEquals(1, server.getAttribute(FrmrAdministration.objectName("sim1"), "DeviceIndex"));
            assertThrows(IllegalStateException.class, () -> open("sim1"));
            open.remove(0).close();
            assertEquals("sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
            others.close();
        }
    }

    /** Called in another class loader. */
    public static final class Opener {
        private Opener() {}

        /** Makes pools visible. */
        public static AutoCloseable open(final String device) {
            return FrmrAdministration.open(device, new FrmrPools(new CountingDriver(), new ManualClock()));
        }
    }

    @Test
    void shouldReportPoolsDescendingByKeyWithTheirCounts() {
        final FrmrKey small = FrmrKey.of(0, 8);
        final FrmrKey large = new FrmrKey(true, Access.LOCAL_WRITE, -2, 7, 4096);
        pools.pop(small);
        pools.push(small, pools.pop(small));
        pools.pop(large);
        pools.setPinned(small, 3);

        final FrmrPoolsMXBean bean = open("sim0");

        final List<FrmrPoolStatus> reported = bean.getPools();
        assertEquals(2, reported.size());
        assertPool(reported.get(0), large, new int[] {0, 1, 1, 0});
        assertPool(reported.get(1), small, new int[] {2, 1, 2, 3});
        assertEquals("sim0", bean.getDevice());
    }

    private static void assertPool(final FrmrPoolStatus pool, final FrmrKey key, final int[] counts) {
        assertEquals(
                key,
                new FrmrKey(
                        pool.isAts(),
                        pool.getAccessFlags(),
                        pool.getVendorKey(),
                        pool.getKernelVendorKey(),
                        pool.getDmaBlocks()));
        assertEquals(counts[0], pool.getQueued());
        assertEquals(counts[1], pool.getInUse());
        assertEquals(counts[2], pool.getMaxInUse());
        assertEquals(counts[3], pool.getPinned());
    }

    @Test
    void shouldBeReadableWithoutOurClasses() throws JMException {
        pools.pop(FrmrKey.of(0, 8));
        open("sim0");

        final CompositeData[] data =
                (CompositeData[]) server.getAttribute(FrmrAdministration.objectName("sim0"), "Pools");

        assertEquals(8L, data[0].get("dmaBlocks"));
        assertEquals(1, data[0].get("inUse"));
    }

    @Test
    void shouldSetTheAgingPeriod() {
        final FrmrPoolsMXBean bean = open("sim0");
        assertEquals(60, bean.getAgingPeriod());

        bean.setAgingPeriod(7);

        assertEquals(7, pools.agingPeriod());
        assertEquals(7, bean.getAgingPeriod());
    }

    @Test
    void shouldPinThePoolOfAKey() {
        open("sim0").setPinned(true, Access.LOCAL_WRITE, 9, 16, 5);

        final FrmrPool pool = pools.pool(new FrmrKey(true, Access.LOCAL_WRITE, 9, 0, 16));
        assertEquals(5, pool.pinned());
        assertEquals(5, pool.queued());
    }

    @ParameterizedTest
    @CsvSource({
        "2, 16, 1", // remote write without local write
        "8, 16, 1", // remote atomic without local write
        "32768, 16, 1", // an unknown flag
        "0, -1, 1",
        "0, 16, -1",
    })
    void shouldRefuseIllegalKeysAndCountsWithEinvalAndChangeNothing(
            final int accessFlags, final long dmaBlocks, final int count) {
        final FrmrPoolsMXBean bean = open("sim0");

        final RuntimeException e = assertThrows(
                IllegalArgumentException.class, () -> bean.setPinned(false, accessFlags, 0, dmaBlocks, count));

        assertTrue(e.getMessage().startsWith("EINVAL: "), e.getMessage());
        assertTrue(bean.getPools().isEmpty());
        assertEquals(0, driver.created);
    }

    @Test
    void shouldRefuseAnAgingPeriodOfZeroWithEinvalAndChangeNothing() {
        final FrmrPoolsMXBean bean = open("sim0");

        final RuntimeException e = assertThrows(IllegalArgumentException.class, () -> bean.setAgingPeriod(0));

        assertTrue(e.getMessage().startsWith("EINVAL: "), e.getMessage());
        assertEquals(60, bean.getAgingPeriod());
    }

    @Test
    void shouldReportWhatTheDeviceDoesNotHaveAsEopnotsupp() {
        final FrmrPoolsMXBean bean = open("sim0");
        driver.refusal = Errno.EOPNOTSUPP;

        final RuntimeException e =
                assertThrows(UnsupportedOperationException.class, () -> bean.setPinned(true, 0, 0, 16, 1));

        assertTrue(e.getMessage().startsWith("EOPNOTSUPP: "), e.getMessage());
        assertTrue(bean.getPools().isEmpty());
    }

    @Test
    void shouldReportThatHandlesCannotBeMade() {
        final FrmrPoolsMXBean bean = open("sim0");
        driver.failCreate = true;

        final RuntimeException e = assertThrows(IllegalStateException.class, () -> bean.setPinned(false, 0, 0, 16, 1));

        assertTrue(e.getMessage().startsWith("ENOMEM: "), e.getMessage());
        assertEquals(1, bean.getPools().get(0).getPinned());
    }

    @Test
    void shouldNumberAndAnnounceTheDevicesThatAreVisible() {
        assertEquals(0, open("sim0").getDeviceIndex());
        assertEquals(1, open("sim1").getDeviceIndex());
        assertEquals("sim0,sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));

        open.remove(0).close();

        assertFalse(server.isRegistered(FrmrAdministration.objectName("sim0")));
        assertEquals("sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
        assertEquals(0, open("sim2").getDeviceIndex());
        assertEquals("sim2,sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
    }

    @Test
    void shouldRefuseADeviceThatIsVisibleAlready() {
        open("sim0");

        assertThrows(IllegalStateException.class, () -> FrmrAdministration.open("sim0", pools));
        assertEquals("sim0", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b",
                "a,b",
                "*",
                "-d",
                "a\n",
                "0123456789012345678901234567890123456789012345678901234567890123"
            })
    void shouldRefuseNamesThatDoNotFitALine(final String device) {
        assertThrows(IllegalArgumentException.class, () -> FrmrAdministration.open(device, pools));
    }

    @Test
    void shouldRefuseToCloseTwice() {
        open("sim0");
        final FrmrAdministration closed = open.remove(0);
        closed.close();

        assertThrows(IllegalStateException.class, closed::close);
    }

    private FrmrPoolsMXBean open(final String device) {
        open.add(FrmrAdministration.open(device, pools));
        return JMX.newMXBeanProxy(server, FrmrAdministration.objectName(device), FrmrPoolsMXBean.class);
    }
}
