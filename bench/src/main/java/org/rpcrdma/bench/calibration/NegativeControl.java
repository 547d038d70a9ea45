// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.calibration;

import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.IommuMode;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.Timer;

/** Shows what happens if a shard is allocated and mapped for each operation. A server of 128 processors that takes in
 * 73.9 GiB/s in operations of 64 KB came down to 30.3 GiB/s when it allocated 64 KB for each, as the zone lock let no
 * more through (svcrdma, 20260606035722.83175-1-cel@kernel.org). The same load is offered to a simulated one.
 *
 * @param keptPublished         GiB/s if nothing is allocated for an operation.
 * @param keptModelled          GiB/s if each processor keeps a shard that was mapped once.
 * @param perOperationPublished GiB/s if 64 KB are allocated for each operation.
 * @param perOperationModelled  GiB/s if a shard is allocated and mapped for each operation.
 */
public record NegativeControl(
        double keptPublished, double keptModelled, double perOperationPublished, double perOperationModelled) {
    /** The cost model that it is made with. */
    public static final String PRESET = "connectx6";

    private static final double OFFERED = 73.9;
    private static final double REGRESSED = 30.3;
    private static final int SHARD = 64 << 10;
    private static final int PROCESSORS = 128;
    private static final int OPERATIONS = 20_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_GIB = 1 << 30;

    /**
     * Offers the load to both.
     *
     * @param costs what everything costs.
     * @return what each carried; the same for the same costs.
     */
    public static NegativeControl measure(final CostModel costs) {
        return new NegativeControl(OFFERED, carried(costs, true), REGRESSED, carried(costs, false));
    }

    /**
     * Returns the share of the throughput that is lost if each operation allocates and maps a shard.
     *
     * @return a fraction of what is carried with shards that are kept.
     */
    public double loss() {
        return 1 - perOperationModelled / keptModelled;
    }

    private static double carried(final CostModel costs, final boolean isKept) {
        final Simulation simulation = new Simulation(1);
        try (Host host = new Host(new Fabric(simulation, costs), "10.98.0.1", IommuMode.STRICT, Host.PAGE)) {
            final Server[] servers = new Server[PROCESSORS];
            for (int i = 0; i < PROCESSORS; i++) {
                servers[i] = new Server(host, i, isKept);
            }
            simulation.run();
            long end = 0;
            for (final Server server : servers) {
                end = Math.max(end, server.end);
                server.giveBack();
            }
            return OPERATIONS * (double) SHARD / BYTES_PER_GIB * NANOS_PER_SECOND / end;
        }
    }

    /** A processor, to which every 128th operation goes. */
    private static final class Server {
        private final Host host;
        private final EventLoop loop;
        private final Timer arrival;
        private final boolean isKept;
        /** Null if none is held. */
        private MemoryBlock shard;

        private long iova;
        private int operation;
        private long end;

        Server(final Host host, final int first, final boolean isKept) {
            this.host = host;
            this.isKept = isKept;
            loop = first == 0 ? host.loop : host.device.newEventLoop();
            arrival = loop.newTimer(this::serve);
            operation = first;
            await();
        }

        private void await() {
            final double due = operation * (SHARD / BYTES_PER_GIB) / OFFERED * NANOS_PER_SECOND;
            arrival.arm(Math.max(0, (long) due - loop.nanoTime()));
        }

        private void serve() {
            if (shard == null) {
                shard = host.device.memory().allocate(SHARD, SHARD);
                iova = host.device.dma().map(shard.address(), SHARD, DmaDirection.FROM_DEVICE);
            }
            if (!isKept) {
                giveBack();
            }
            end = loop.nanoTime();
            operation += PROCESSORS;
            if (operation < OPERATIONS) {
                await();
            }
        }

        private void giveBack() {
            if (shard != null) {
                host.device.dma().unmap(iova, SHARD, DmaDirection.FROM_DEVICE);
                shard.close();
                shard = null;
            }
        }
    }
}
