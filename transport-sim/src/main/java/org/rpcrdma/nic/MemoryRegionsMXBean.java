// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.List;

/**
 * The on-demand regions of one simulated device, for JMX: what {@code rdma statistic show mr} shows of the kernel's.
 * {@link MemoryRegionStatistics} registers it as {@code org.rpcrdma:type=MemoryRegions,device=NAME}.
 */
public interface MemoryRegionsMXBean {
    /**
     * The device.
     *
     * @return its name.
     */
    String getDevice();

    /**
     * The device's number among those of this JVM whose regions are visible.
     *
     * @return 0 or more.
     */
    int getDeviceIndex();

    /**
     * What was counted of each region that is open.
     *
     * @return in the order in which they were registered.
     */
    List<MemoryRegionStatus> getRegions();
}
