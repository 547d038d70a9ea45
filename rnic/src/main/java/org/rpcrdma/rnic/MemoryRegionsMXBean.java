// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.List;

/**
 * A JMX view of the on-demand regions of one software RNIC. It corresponds to {@code rdma statistic show mr} for a real
 * NIC. {@link MemoryRegionStatistics} registers it as {@code org.rpcrdma:type=MemoryRegions,device=NAME}.
 */
public interface MemoryRegionsMXBean {
    /**
     * Returns the device's name.
     *
     * @return the name, for example {@code sim0}.
     */
    String getDevice();

    /**
     * Returns the device's index among this JVM's exported devices.
     *
     * @return a non-negative index.
     */
    int getDeviceIndex();

    /**
     * Returns the counters of each open region.
     *
     * @return the regions in the order in which they were registered.
     */
    List<MemoryRegionStatus> getRegions();
}
