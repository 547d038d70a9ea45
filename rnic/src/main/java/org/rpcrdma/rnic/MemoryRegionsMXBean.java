// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.List;

/**
 * The on-demand regions of one software RNIC for JMX, like {@code rdma statistic show mr} for a real NIC. {@link
 * MemoryRegionStatistics} registers it as {@code org.rpcrdma:type=MemoryRegions,device=NAME}.
 */
public interface MemoryRegionsMXBean {
    /**
     * Returns the name of the device.
     *
     * @return for example {@code sim0}.
     */
    String getDevice();

    /**
     * Returns the device's index among this JVM's devices with visible regions.
     *
     * @return 0 or more.
     */
    int getDeviceIndex();

    /**
     * Returns the counters of each open region.
     *
     * @return in the order of registration.
     */
    List<MemoryRegionStatus> getRegions();
}
