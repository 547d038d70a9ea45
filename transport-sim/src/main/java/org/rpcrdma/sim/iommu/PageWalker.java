// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.BusyTime;

/**
 * Starts an IOMMU's page walks for reads and writes, at most one per {@code iommu.walk_interval}. A walk takes longer
 * than the interval, but the next walk does not wait until it ends:
 *
 * <pre>
 *   |---------- a walk: 300 ns ----------|
 *   |--53--|---------- the next ----------|
 *          |--53--|---------- ...
 * </pre>
 *
 * <p>The interval delays small transfers. In pcie-bench, for example, writes of 64 bytes to a window that is larger
 * than the IOTLB covers cause a miss every 54 ns.
 */
final class PageWalker {
    private final long picosPerWalk;
    private final BusyTime busy = new BusyTime();

    PageWalker(final CostModel costs) {
        picosPerWalk = Math.round(costs.get(CostParameter.WALK_INTERVAL) * BusyTime.PICOS);
    }

    /**
     * Starts walks at {@code now} or, if the walker is busy, as soon as it is free. Returns the time, in ns, for which
     * the walks have to wait.
     */
    long await(final long now, final int walks) {
        if (walks == 0 || picosPerWalk == 0) {
            return 0;
        }
        final long wait = busy.left(now);
        busy.set(now, wait + walks * picosPerWalk);
        return BusyTime.end(0, wait);
    }
}
