// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.List;
import javax.management.ObjectName;
import org.rpcrdma.frmr.DeviceBeans;

/**
 * Makes the on-demand regions of a simulated device visible to {@code rpcrdma statistic show mr}, and to every other JMX
 * client, for as long as it is open. A real device's are shown by {@code rdma statistic show mr} itself.
 *
 * <p>It registers a {@link MemoryRegionsMXBean}, and names the device in the system property
 * {@value #DEVICES_PROPERTY}. Only counters are read, on threads of JMX, while the simulation runs on. Thread-safe.
 */
public final class MemoryRegionStatistics implements AutoCloseable {
    /** The system property that names, by commas, the devices of a JVM whose regions are visible; absent without any. */
    public static final String DEVICES_PROPERTY = "org.rpcrdma.nic.devices";

    private static final DeviceBeans BEANS = new DeviceBeans("MemoryRegions", DEVICES_PROPERTY);

    private final DeviceBeans.Registration registration;

    private MemoryRegionStatistics(final DeviceBeans.Registration registration) {
        this.registration = registration;
    }

    /**
     * Makes a device's regions visible.
     *
     * @param device the device; it stays the caller's.
     * @return what takes them away again when it is closed.
     * @throws IllegalStateException where a device of this name is visible already.
     */
    public static MemoryRegionStatistics open(final SimulatedDevice device) {
        return new MemoryRegionStatistics(BEANS.open(device.name(), index -> new Regions(device, index)));
    }

    /**
     * The name of a device's {@link MemoryRegionsMXBean}.
     *
     * @param device the device's name, or {@code *} for a pattern that all devices match.
     * @return the name.
     * @throws IllegalArgumentException where it cannot be part of one.
     */
    public static ObjectName objectName(final String device) {
        return BEANS.objectName(device);
    }

    /** Takes the regions away again; they go on. */
    @Override
    public void close() {
        registration.close();
    }

    /** The regions of one device as JMX sees them. */
    private record Regions(SimulatedDevice device, int index) implements MemoryRegionsMXBean {
        @Override
        public String getDevice() {
            return device.name();
        }

        @Override
        public int getDeviceIndex() {
            return index;
        }

        @Override
        public List<MemoryRegionStatus> getRegions() {
            return device.onDemandRegions();
        }
    }
}
