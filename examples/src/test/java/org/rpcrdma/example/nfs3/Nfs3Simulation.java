// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.function.UnaryOperator;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

/** A server and a client of NFSv3 on two simulated hosts. */
final class Nfs3Simulation implements AutoCloseable, ClientListener {
    static final int MAX_TRANSFER = 1 << 20;

    private static final int PORT = 20_049;

    final Simulation simulation = new Simulation(Long.getLong("seed", 1));
    final FileTree tree;
    final Nfs3Client client;
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
    private final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
    private RpcRdmaServer server;
    private final RpcRdmaClient transport;

    Nfs3Simulation() {
        this(service -> service);
    }

    /**
     * Makes the two and connects them.
     *
     * @param between what calls pass on their way to the service.
     */
    Nfs3Simulation(final UnaryOperator<RpcService> between) {
        tree = new FileTree(Served.FILE_SYSTEM, new Capacity(1 << 26, 10_000), simulation::nanoTime);
        serve(between.apply(new Nfs3Service(tree, MAX_TRANSFER, Served.VERIFIER)));
        final EventLoop loop = clientDevice.newEventLoop();
        transport = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(clientDevice)
                .eventLoop(loop)
                .remote(new InetSocketAddress("10.98.0.1", PORT))
                .listener(this)
                .credits(Nfs3Check.DEPTH));
        client = new Nfs3Client(transport, loop, clientDevice.memory(), Nfs3Check.DEPTH);
        transport.connect();
    }

    /** Begins to serve; a server that was there before is gone, and its connections with it. */
    void serve(final RpcService service) {
        if (server != null) {
            server.close();
        }
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(service));
    }

    @Override
    public void onConnected() {}

    @Override
    public void onDisconnected(final String reason) {}

    @Override
    public void close() {
        client.close();
        server.close();
        simulation.run();
        assertEquals(0, server.connections());
        clientDevice.close();
        serverDevice.close();
    }
}
