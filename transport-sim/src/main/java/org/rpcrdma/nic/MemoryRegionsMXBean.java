/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
