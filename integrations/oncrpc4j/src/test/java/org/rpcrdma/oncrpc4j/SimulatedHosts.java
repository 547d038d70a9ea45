// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.EventLoopRunner;

/** A server and a client on simulated devices. One thread runs both event loops. */
final class SimulatedHosts implements AutoCloseable {
    static final String SERVER = "10.98.0.1";
    static final int PORT = 20_049;

    final Simulation simulation = new Simulation(Long.getLong("seed", 1));
    final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    final SimulatedDevice serverDevice = fabric.attach("sim0", SERVER);
    final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
    final EventLoopRunner runner = EventLoopRunner.start("simulation", clientDevice.newEventLoop());
    RdmaRpcSvc server;
    RdmaRpcClient client;
    RpcTransport transport;

    /** Starts the server and connects a client. */
    SimulatedHosts start(
            final Consumer<RdmaRpcSvcBuilder> serverSettings, final Consumer<RdmaRpcClient.Builder> clientSettings)
            throws IOException {
        final RdmaRpcSvcBuilder svc = new RdmaRpcSvcBuilder(serverDevice)
                .withEventLoop(runner)
                .withoutAutoPublish()
                .withWorkerThreadIoStrategy()
                .withTransport(context -> context.eventLoop(serverDevice.newEventLoop()));
        serverSettings.accept(svc);
        server = svc.build();
        server.start();
        final RdmaRpcClient.Builder builder =
                RdmaRpcClient.newBuilder(clientDevice).withEventLoop(runner);
        clientSettings.accept(builder);
        client = builder.build(new InetSocketAddress(SERVER, PORT));
        transport = client.connect();
        return this;
    }

    RpcCall call(final int program, final int version) {
        return new RpcCall(program, version, new RpcAuthTypeNone(), transport);
    }

    /** Closes all objects. The devices fail to close if any object is still open. */
    @Override
    public void close() throws IOException {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.stop();
        }
        runner.call(() -> {
            simulation.run();
            clientDevice.close();
            serverDevice.close();
        });
        runner.close();
    }
}
