// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.List;
import javax.management.ObjectName;
import org.rpcrdma.frmr.DeviceBeans;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.paging.OnDemandRegion;
import org.rpcrdma.verbs.extended.OnDemandStatistics;

/**
 * Exports the on-demand regions of a software RNIC to JMX until it is closed. JMX clients, such as
 * {@code rpcrdma statistic show mr}, can then read the regions' counters, just as {@code rdma statistic show mr} reads
 * the counters of a real device.
 *
 * <p>It registers a {@link MemoryRegionsMXBean} and adds the device's name to the system property
 * {@value #DEVICES_PROPERTY}. JMX threads only read counters, even while the device is running. Thread-safe.
 */
public final class MemoryRegionStatistics implements AutoCloseable {
    /**
     * The system property that lists the names of the exported devices, separated by commas; absent if no device is
     * exported.
     */
    public static final String DEVICES_PROPERTY = "org.rpcrdma.nic.devices";

    private static final DeviceBeans BEANS = new DeviceBeans("MemoryRegions", DEVICES_PROPERTY);

    private final DeviceBeans.Registration registration;

    private MemoryRegionStatistics(final DeviceBeans.Registration registration) {
        this.registration = registration;
    }

    /**
     * Exports a device's regions.
     *
     * @param device the device, which the caller still owns.
     * @return an object that removes the regions from JMX when it is closed.
     * @throws IllegalStateException if a device with this name is already exported.
     */
    public static MemoryRegionStatistics open(final RnicDevice device) {
        return new MemoryRegionStatistics(BEANS.open(device.name(), index -> new Regions(device, index)));
    }

    /**
     * Returns the JMX name of a device's {@link MemoryRegionsMXBean}.
     *
     * @param device the name of the device, or {@code *} for a pattern that all devices match.
     * @return the object name.
     * @throws IllegalArgumentException if the name cannot be part of an object name.
     */
    public static ObjectName objectName(final String device) {
        return BEANS.objectName(device);
    }

    /** Unregisters the bean, so that JMX no longer exports the regions. */
    @Override
    public void close() {
        registration.close();
    }

    /** The bean for one device. */
    private record Regions(RnicDevice device, int getDeviceIndex) implements MemoryRegionsMXBean {
        @Override
        public String getDevice() {
            return device.name();
        }

        @Override
        public List<MemoryRegionStatus> getRegions() {
            return device.onDemandRegions().stream().map(Status::of).toList();
        }
    }

    private record Status(
            int getNumber,
            long getPageFaults,
            long getPageFaultsHandled,
            long getPageInvalidations,
            long getPageInvalidationsHandled,
            long getPagePrefetch)
            implements MemoryRegionStatus {
        static MemoryRegionStatus of(final OnDemandRegion region) {
            final OnDemandStatistics counts = region.onDemandStatistics();
            return new Status(
                    KeyTable.index(region.key()),
                    counts.pageFaults(),
                    counts.pageFaultsHandled(),
                    counts.pageInvalidations(),
                    counts.pageInvalidationsHandled(),
                    counts.pagePrefetch());
        }
    }
}
