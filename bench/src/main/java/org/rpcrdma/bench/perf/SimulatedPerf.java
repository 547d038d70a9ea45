// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import org.agrona.CloseHelper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;

/** Runs both sides on two simulated hosts, in virtual time. */
public final class SimulatedPerf {
    private static final String SERVER_ADDRESS = "10.98.0.1";

    private SimulatedPerf() {}

    /** Measures like {@link PerfClient#run}. */
    public static PerfResult run(final List<PerfPlan> plans, final PrintWriter out) {
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice server = fabric.attach("sim0", SERVER_ADDRESS);
        final SimulatedDevice client = fabric.attach("sim1", "10.98.0.2");
        final PerfServer served =
                new PerfServer(server, server.newEventLoop(), PerfServer.DEFAULT_PORT, false, line -> {});
        try {
            return new PerfClient(
                            client,
                            client.newEventLoop(),
                            new InetSocketAddress(SERVER_ADDRESS, PerfServer.DEFAULT_PORT),
                            false)
                    .run(plans, out);
        } finally {
            served.close();
            simulation.run();
            CloseHelper.closeAll(client, server);
        }
    }
}
