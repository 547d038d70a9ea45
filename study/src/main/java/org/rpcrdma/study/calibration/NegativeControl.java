// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.config.IommuMode;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/**
 * Predicts a server that allocates memory for each operation. A server of 128 processors that takes in 73.9 GiB/s in
 * operations of 64 KB came down to 30.3 GiB/s when it allocated 64 KB for each: half a million order-4 allocations a
 * second, with 73 % of its cycles spent on waiting for the zone lock (svcrdma,
 * 20260606035722.83175-1-cel@kernel.org). The same load is offered to a simulated one. The model's zone lock is fitted
 * to 1 to 8 processors of another machine, and to nothing of this one.
 *
 * @param carriedPublished     GiB/s of that server.
 * @param carriedPredicted     GiB/s of the simulated one.
 * @param allocationsPublished allocations of 64 KB a second that the server's lock let through.
 * @param allocationsPredicted those that the simulated one's does, if its processors do nothing else.
 */
public record NegativeControl(
        double carriedPublished, double carriedPredicted, double allocationsPublished, double allocationsPredicted) {
    /** The cost model that it is made with. */
    public static final String PRESET = "intel";

    static final double OFFERED = 73.9;
    static final int BYTES = 64 << 10;
    static final int PROCESSORS = 128;

    private static final double CARRIED = 30.3;
    private static final double ALLOCATIONS = 500_000;
    private static final int OPERATIONS = 20_000;
    private static final int PAIRS = OPERATIONS / PROCESSORS;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_GIB = 1 << 30;

    /**
     * Offers the load.
     *
     * @param costs the cost model.
     * @return the rate carried; the same for the same costs.
     */
    public static NegativeControl measure(final CostModel costs) {
        return new NegativeControl(CARRIED, carried(costs), ALLOCATIONS, allocations(costs));
    }

    private static double allocations(final CostModel costs) {
        final Simulation simulation = new Simulation(1);
        try (Host host = new Host(new Fabric(simulation, costs), "10.98.0.1", IommuMode.OFF, Host.PAGE)) {
            final long nanos = AllocatingProcessor.run(simulation, host, PROCESSORS, PAIRS, BYTES);
            return PROCESSORS * PAIRS * NANOS_PER_SECOND / nanos;
        }
    }

    private static double carried(final CostModel costs) {
        final Simulation simulation = new Simulation(1);
        try (Host host = new Host(new Fabric(simulation, costs), "10.98.0.1", IommuMode.OFF, Host.PAGE)) {
            final Server[] servers = new Server[PROCESSORS];
            for (int i = 0; i < PROCESSORS; i++) {
                servers[i] = new Server(host, i);
            }
            simulation.run();
            long end = 0;
            for (final Server server : servers) {
                end = Math.max(end, server.loop.nanoTime());
            }
            return OPERATIONS * (double) BYTES / BYTES_PER_GIB * NANOS_PER_SECOND / end;
        }
    }

    /** A processor, to which every 128th operation goes. */
    private static final class Server {
        private final Host host;
        private final EventLoop loop;
        private final Timer arrival;
        private int operation;

        Server(final Host host, final int first) {
            this.host = host;
            loop = first == 0 ? host.loop : host.device.newEventLoop();
            arrival = loop.newTimer(this::serve);
            operation = first;
            await();
        }

        private void await() {
            final double due = operation * (BYTES / BYTES_PER_GIB) / OFFERED * NANOS_PER_SECOND;
            arrival.arm(Math.max(0, (long) due - loop.nanoTime()));
        }

        private void serve() {
            host.device.memory().allocate(BYTES, BYTES).close();
            operation += PROCESSORS;
            if (operation < OPERATIONS) {
                await();
            }
        }
    }
}
