// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;

/** Measurements of the page allocator. Each allocation is freed immediately. */
final class AllocatorExperiments {
    private static final int ORDER_3 = MeasuredHost.PAGE << 3;
    /**
     * The number of allocations per processor. It is large enough that the first allocations, which find the lock free,
     * do not affect the result.
     */
    private static final int PAIRS = 2_000;

    private AllocatorExperiments() {}

    /** Returns the number of cycles to allocate and free memory of a given order on an idle host. */
    static double timeOfOrder(final CostModel costs, final double order) {
        return cycles(costs, 1, (long) MeasuredHost.PAGE << (int) order);
    }

    /**
     * Returns the number of cycles of an order-3 allocation while several processors allocate concurrently, without
     * per-processor lists.
     */
    static double timeOnProcessors(final CostModel costs, final double processors) {
        return cycles(costs.with(CostParameter.PROCESSOR_LIST_ORDER, 0), (int) processors, ORDER_3);
    }

    private static double cycles(final CostModel costs, final int processors, final long bytes) {
        final Simulation simulation = new Simulation(1);
        try (MeasuredHost host =
                new MeasuredHost(new Fabric(simulation, costs), "10.98.0.1", IommuMode.OFF, MeasuredHost.PAGE)) {
            final long nanos = AllocatingProcessor.run(
                    simulation,
                    host,
                    new AllocatingProcessor.Load(processors, processors * PAIRS, bytes, Double.POSITIVE_INFINITY));
            return nanos / (double) PAIRS / Unit.NANOS_PER_CYCLE;
        }
    }
}
