// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyCaching;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

/** An NFSv3 server and client on two simulated hosts. */
final class Nfs3Simulation implements AutoCloseable, ClientListener {
    static final int MAX_TRANSFER = 1 << 20;

    private static final int PORT = 20_049;

    final Simulation simulation = new Simulation(Long.getLong("seed", 1));
    final Export export;
    final Nfs3Client client;
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
    final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
    RpcRdmaServer server;
    private final RpcRdmaClient transport;

    Nfs3Simulation(final Path folder) {
        this(folder, Allowed.EVERYBODY);
    }

    /** Creates a server and a client. The server accepts calls from the allowed addresses. */
    Nfs3Simulation(final Path folder, final Allowed allowed) {
        this(folder, service -> service, Runnable::run, allowed, client -> client);
    }

    /**
     * Creates a server and a client, and connects them.
     *
     * @param folder  the folder to serve.
     * @param between wraps the service.
     */
    Nfs3Simulation(final Path folder, final UnaryOperator<RpcService> between) {
        this(folder, between, client -> client);
    }

    /** Creates a server and a client. An executor runs the server's work. */
    Nfs3Simulation(final Path folder, final Executor executor) {
        this(folder, service -> service, executor, Allowed.EVERYBODY, client -> client);
    }

    /** Creates a server and a client with custom client settings. */
    Nfs3Simulation(
            final Path folder,
            final UnaryOperator<RpcService> between,
            final UnaryOperator<RpcRdmaClient.Context> clientSettings) {
        this(folder, between, Runnable::run, Allowed.EVERYBODY, clientSettings);
    }

    private Nfs3Simulation(
            final Path folder,
            final UnaryOperator<RpcService> between,
            final Executor executor,
            final Allowed allowed,
            final UnaryOperator<RpcRdmaClient.Context> clientSettings) {
        final ExportOptions options = new ExportOptions(false, false, allowed);
        try {
            export = new Export(folder, options);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        serve(between.apply(new Nfs3Service(export, MAX_TRANSFER, Served.VERIFIER, executor)));
        final EventLoop loop = clientDevice.newEventLoop();
        transport = new RpcRdmaClient(clientSettings.apply(new RpcRdmaClient.Context()
                .device(clientDevice)
                .eventLoop(loop)
                .remote(new InetSocketAddress("10.98.0.1", PORT))
                .listener(this)
                .credits(Nfs3Check.DEPTH)));
        client = new Nfs3Client(transport, loop, clientDevice.memory(), Nfs3Check.DEPTH);
        transport.connect();
    }

    /** Starts a server. It replaces an earlier server, whose connections are lost. */
    void serve(final RpcService service) {
        if (server != null) {
            server.close();
        }
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .replyCache(ReplyCaching.of(Nfs3Service.CACHED))
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
        export.close();
        clientDevice.close();
        serverDevice.close();
    }
}
