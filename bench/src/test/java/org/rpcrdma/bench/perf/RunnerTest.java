// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import org.agrona.CloseHelper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;

/** Tests both sides of a row on one thread: client, server and simulated NICs. */
class RunnerTest {
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.1", PerfServer.DEFAULT_PORT);

    /** The number of pings per completion. It ensures that each run has at least one completion. */
    private static final int MESSAGES = PingSender.SIGNAL_EVERY;

    /** The memory that a run itself allocates, such as its histogram, does not depend on the number of messages. */
    @ParameterizedTest
    @EnumSource(PerfTest.class)
    void shouldAllocateNothingForAMessageOnEitherSide(final PerfTest test) {
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
        final PerfServer server =
                new PerfServer(serverDevice, serverDevice.newEventLoop(), PerfServer.DEFAULT_PORT, false, line -> {});
        final PerfPlan plan = new PerfPlan(test, 64, MESSAGES, 0, 0, 1, test.isLatency() ? 1 : 16, 1);
        try (Runner runner = newRunner(clientDevice, plan)) {
            runner.run(10 * MESSAGES, 0);
            final long few = Allocations.of(() -> runner.run(MESSAGES, 0));
            final long many = Allocations.of(() -> runner.run(3 * MESSAGES, 0));

            assertEquals(few, many);
        }
        server.close();
        simulation.run();
        CloseHelper.closeAll(clientDevice, serverDevice);
    }

    private static Runner newRunner(final SimulatedDevice device, final PerfPlan plan) {
        final EventLoop loop = device.newEventLoop();
        return plan.test().isRpc()
                ? new RpcRunner(device, loop, SERVER, plan)
                : new VerbsRunner(device, loop, new Drive(loop, false), SERVER, plan);
    }
}
