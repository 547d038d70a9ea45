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
     * Returns the device's name.
     *
     * @return for example {@code sim0}.
     */
    String getDevice();

    /**
     * Returns the device's index among this JVM's exported devices.
     *
     * @return 0 or more.
     */
    int getDeviceIndex();

    /**
     * Returns the counters of each open region.
     *
     * @return the regions in the order of registration.
     */
    List<MemoryRegionStatus> getRegions();
}
