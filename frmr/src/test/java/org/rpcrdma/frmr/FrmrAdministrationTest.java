// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.frmr.FrmrAdministration.objectName;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.openmbean.CompositeData;
import org.agrona.BitUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

class FrmrAdministrationTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final CountingDriver driver = new CountingDriver();
    private final FrmrPools pools = new FrmrPools(driver, new ManualClock());
    private final List<FrmrAdministration> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(FrmrAdministration::close);
        assertNull(System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
        assertTrue(server.queryNames(objectName("*"), null).isEmpty());
    }

    @Test
    void shouldRefuseWhatIsMissing() {
        assertMessage(NullPointerException.class, "pools are required", () -> FrmrAdministration.open("sim0", null));
        assertThrows(NullPointerException.class, () -> FrmrAdministration.open(null, pools));
        assertThrows(NullPointerException.class, () -> new FrmrPools(null, new ManualClock()));
        assertThrows(NullPointerException.class, () -> new FrmrPools(driver, null));
    }

    /** Simulates two applications in one JVM. */
    @Test
    void shouldListTheDevicesOfEveryClassLoader() throws Exception {
        final URL[] classes = Stream.of(
                        FrmrPools.class, FrmrAdministrationTest.class, Access.class, ManualClock.class, BitUtil.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader other = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            open("sim0");
            final AutoCloseable others = (AutoCloseable) other.loadClass(Opener.class.getName())
                    .getMethod("open", String.class)
                    .invoke(null, "sim1");
            assertEquals("sim0,sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
            assertEquals(1, server.getAttribute(objectName("sim1"), "DeviceIndex"));
            assertThrows(IllegalStateException.class, () -> open("sim1"));
            open.remove(0).close();
            assertEquals("sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));
            others.close();
        }
    }

    /** Opens pools in another class loader. */
    public static final class Opener {
        private Opener() {}

        /** Registers the MXBean of pools. */
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

    /** If a driver fails, the figures of its pool and of the other pools remain visible. */
    @Test
    void shouldReportEveryPoolAfterADriverFailed() {
        final FrmrKey small = FrmrKey.of(0, 8);
        final FrmrKey large = FrmrKey.of(0, 4096);
        pools.push(small, pools.pop(small));
        final int handle = pools.pop(large);
        final FrmrPoolsMXBean bean = open("sim0");
        driver.failCreate = true;
        driver.failDestroy = true;
        assertThrows(VerbsException.class, () -> pools.pop(large));
        assertThrows(VerbsException.class, () -> pools.setPinned(small, 2));
        assertPool(bean.getPools().get(0), large, new int[] {0, 1, 1, 0});
        assertPool(bean.getPools().get(1), small, new int[] {1, 0, 1, 2});
        pools.push(large, handle);
        assertThrows(VerbsException.class, pools::close);
        assertPool(bean.getPools().get(0), large, new int[] {1, 0, 1, 0});
        assertPool(bean.getPools().get(1), small, new int[] {1, 0, 1, 0});
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

        final CompositeData[] data = (CompositeData[]) server.getAttribute(objectName("sim0"), "Pools");

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

    @Test
    void shouldRefuseWithTheErrnoAndChangeNothing() {
        final FrmrPoolsMXBean bean = open("sim0");
        assertRefused(
                new IllegalArgumentException("EINVAL: access flags are not a valid combination: accessFlags=0x2"),
                () -> bean.setPinned(false, Access.REMOTE_WRITE, 0, 16, 1));
        assertRefused(
                new IllegalArgumentException("EINVAL: number of DMA blocks must not be negative: dmaBlocks=-1"),
                () -> bean.setPinned(false, 0, 0, -1, 1));
        assertRefused(
                new IllegalArgumentException(
                        "EINVAL: number of pinned handles must be at most 1048576: count=1000000000"),
                () -> bean.setPinned(false, 1, 0, 0, 1_000_000_000));
        assertRefused(
                new IllegalArgumentException("EINVAL: ageing period must be at least 1 second: seconds=0"),
                () -> bean.setAgingPeriod(0));
        driver.refusal = Errno.EOPNOTSUPP;
        assertRefused(
                new UnsupportedOperationException("EOPNOTSUPP: not supported: " + FrmrKey.of(0, 16)),
                () -> bean.setPinned(false, 0, 0, 16, 1));
        assertTrue(bean.getPools().isEmpty());
        assertEquals(60, bean.getAgingPeriod());
        driver.refusal = null;
        driver.failCreate = true;
        assertRefused(
                new IllegalStateException("ENOMEM: no handles: count=1"), () -> bean.setPinned(false, 0, 0, 16, 1));
        assertEquals(1, bean.getPools().get(0).getPinned());
        driver.whileCreating = () -> {
            throw new OutOfMemoryError("handles");
        };
        assertRefused(new IllegalStateException("ENOMEM: handles"), () -> bean.setPinned(false, 0, 0, 16, 2));
    }

    private static void assertRefused(final RuntimeException expected, final Executable use) {
        assertEquals(
                expected.toString(), assertThrows(RuntimeException.class, use).toString());
    }

    @Test
    void shouldNumberAndAnnounceTheDevicesThatAreVisible() {
        assertEquals(0, open("sim0").getDeviceIndex());
        assertEquals(1, open("sim1").getDeviceIndex());
        assertEquals("sim0,sim1", System.getProperty(FrmrAdministration.DEVICES_PROPERTY));

        open.remove(0).close();

        assertFalse(server.isRegistered(objectName("sim0")));
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

        assertRefused(new IllegalStateException("already closed: type=FrmrPools"), closed::close);
    }

    private FrmrPoolsMXBean open(final String device) {
        open.add(FrmrAdministration.open(device, pools));
        return JMX.newMXBeanProxy(server, objectName(device), FrmrPoolsMXBean.class);
    }
}
