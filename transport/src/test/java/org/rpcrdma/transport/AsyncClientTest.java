// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;

/**
 * The base class for tests of clients that any thread may call. There are two hosts, whose event loops run on a
 * runner's thread.
 */
@Timeout(300)
abstract class AsyncClientTest {
    final Simulation simulation = new Simulation(Long.getLong("seed", 1));
    final SimulatedDevice serverDevice;
    final SimulatedDevice clientDevice;

    AsyncClientTest() {
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
        clientDevice = fabric.attach("sim1", "10.98.0.3");
    }

    /**
     * Returns the settings of a client that uses its runner's loop, tries to connect only once, and waits without a
     * time limit.
     */
    static RpcRdmaClient.Context settings(final Device device) {
        return new RpcRdmaClient.Context()
                .device(device)
                .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT))
                .credits(4)
                .callTimeout(0)
                .tries(1);
    }

    /** Starts threads. Each thread receives its number. */
    static List<Thread> startThreads(final int count, final IntConsumer task) {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int number = i;
            threads.add(new Thread(() -> task.accept(number)));
        }
        threads.forEach(Thread::start);
        return threads;
    }

    static void join(final List<Thread> threads) throws InterruptedException {
        for (final Thread thread : threads) {
            thread.join();
        }
    }

    /** Closes the server, its runner and the devices. */
    final void close(final RpcRdmaServer server, final EventLoopRunner runner) {
        runner.call(() -> {
            server.close();
            simulation.run();
        });
        runner.close();
        clientDevice.close();
        serverDevice.close();
    }
}
