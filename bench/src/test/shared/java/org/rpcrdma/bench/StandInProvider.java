// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.bench.device.DeviceCounterpart;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DeviceProvider;

/**
 * Stand-ins for local devices. They are simulated devices without the information that the kernel keeps. Soft-RoCE has
 * its own costs.
 */
public final class StandInProvider implements DeviceProvider {
    /** A stand-in without on-demand paging, as in Linux 6.1. */
    public static final String NAME = "rxe-stand-in";

    /** The number of times that this JVM has opened the stand-in. */
    static final AtomicInteger OPENED = new AtomicInteger();

    /** A stand-in with on-demand paging. */
    static final String ON_DEMAND_NAME = "rxe-on-demand-stand-in";

    /** The name of a stand-in for a NIC. */
    public static final String NIC_NAME = "mlx5-stand-in";

    /** The costs that a probe must find. */
    static final Map<CostParameter, Double> COSTS = Map.ofEntries(
            Map.entry(CostParameter.PAGE_ALLOC, 1_100.0),
            Map.entry(CostParameter.PAGE_ALLOC_PAGE, 210.0),
            Map.entry(CostParameter.PAGE_FREE, 600.0),
            Map.entry(CostParameter.PAGE_FREE_PAGE, 40.0),
            Map.entry(CostParameter.REG_USER_MR, 17_000.0),
            Map.entry(CostParameter.REG_USER_MR_PAGE, 310.0),
            Map.entry(CostParameter.DEREG_USER_MR, 7_000.0),
            Map.entry(CostParameter.DEREG_USER_MR_PAGE, 50.0),
            Map.entry(CostParameter.CREATE_CQ, 21_000.0),
            Map.entry(CostParameter.CREATE_QP, 64_000.0),
            Map.entry(CostParameter.CONNECT, 33_000.0),
            Map.entry(CostParameter.DOORBELL, 900.0),
            Map.entry(CostParameter.POST_SEND, 4_200.0),
            Map.entry(CostParameter.POST_BYTE, 0.25),
            Map.entry(CostParameter.EVENT, 2_600.0),
            Map.entry(CostParameter.COMPLETION, 700.0),
            Map.entry(CostParameter.LINK_RATE, 9.0),
            Map.entry(CostParameter.LINK_DELAY, 13_000.0),
            Map.entry(CostParameter.CM_LATENCY, 300_000.0));

    /** Called by the service loader. */
    public StandInProvider() {}

    @Override
    public List<String> names() {
        return List.of(NAME, ON_DEMAND_NAME, NIC_NAME);
    }

    @Override
    public Optional<String> driver(final String name) {
        return names().contains(name)
                ? Optional.of(name.equals(NIC_NAME) ? "mlx5_core" : "rdma_rxe")
                : Optional.empty();
    }

    @Override
    public Device open(final String name) {
        OPENED.incrementAndGet();
        final boolean isSoftware = !name.equals(NIC_NAME);
        final DeviceConfiguration configuration = DeviceConfiguration.DEFAULT
                .withPersonality(isSoftware ? Personality.RXE : Personality.MLX5)
                .withIommuMode(isSoftware ? IommuMode.OFF : IommuMode.STRICT);
        return new Fabric(new Simulation(1), (isSoftware ? costs() : CostModel.defaults()).with("rc.rnr_timer", 640_000))
                .attach(
                        name,
                        "10.77.0.1",
                        name.equals(NAME)
                                ? configuration.without(
                                        DeviceCapability.FAST_REGISTER,
                                        DeviceCapability.LOCAL_DMA_LKEY,
                                        DeviceCapability.ON_DEMAND)
                                : configuration.inUserSpace());
    }

    private static CostModel costs() {
        CostModel costs = CostModel.preset("ideal");
        for (final CostParameter absent : DeviceCounterpart.NOT_IN_SOFTWARE) {
            costs = costs.with(absent, 0);
        }
        for (final Map.Entry<CostParameter, Double> cost : COSTS.entrySet()) {
            costs = costs.with(cost.getKey(), cost.getValue());
        }
        return costs;
    }
}
