// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** A client whose server is a {@link RawPeer}, which sends messages that servers should never send. */
final class RawServer implements AutoCloseable {
    final Simulation simulation = new Simulation(1);
    final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    final SimulatedDevice serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
    final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.3");
    final RawPeer peer = new RawPeer(serverDevice, new byte[0]);
    final UnsafeBuffer bytes = new UnsafeBuffer(new byte[4096]);
    final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    final List<String> disconnections = new ArrayList<>();
    final RpcRdmaClient client;

    RawServer(final UnaryOperator<RpcRdmaClient.Context> configuration) {
        peer.listen();
        client = new RpcRdmaClient(configuration.apply(TransportFixture.clientOn(clientDevice)
                .listener(TransportFixture.listener(() -> {}, disconnections::add))));
        client.connect();
        simulation.run();
        assertTrue(peer.connected);
    }

    /** Closes the client. Answers to the client may still be in flight. */
    void closeClient() {
        client.close();
        simulation.run();
    }

    @Override
    public void close() {
        peer.close();
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }
}
