// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;

/** The README's service works, with threads of its own. */
class LengthServiceTest {
    private static final int CALLS = 100;

    /** Keeps the lengths that replies tell. */
    private static final class Lengths implements ReplyHandler, ClientListener {
        final List<Integer> seen = new ArrayList<>();
        String failure;

        @Override
        public void onReply(final RpcReply reply) {
            seen.add(reply.message().getInt(reply.messageOffset() + 4, ByteOrder.BIG_ENDIAN));
        }

        @Override
        public void onFailure(final String reason) {
            failure = reason;
        }

        @Override
        public void onConnected() {}

        @Override
        public void onDisconnected(final String reason) {}
    }

    @Test
    void shouldAnswerOnThreadsOfItsOwn() {
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
        final ExecutorService executor = Executors.newFixedThreadPool(2);
        final Lengths lengths = new Lengths();
        try (RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                        .device(serverDevice)
                        .eventLoop(serverDevice.newEventLoop())
                        .service(new LengthService(executor)));
                RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                        .device(clientDevice)
                        .eventLoop(clientDevice.newEventLoop())
                        .remote(new InetSocketAddress("10.98.0.1", 20_049))
                        .listener(lengths)
                        .callTimeout(0))) {
            client.connect();
            for (int xid = 0; xid < CALLS; xid++) {
                final ClientCall call = client.newCall();
                call.message().putInt(0, xid, ByteOrder.BIG_ENDIAN);
                call.send(40, lengths);
            }
            while (lengths.seen.size() < CALLS && lengths.failure == null) {
                simulation.run();
            }
            assertNull(lengths.failure);
            assertEquals(1, server.connections());
            assertEquals(List.of(40), lengths.seen.stream().distinct().toList());
        } finally {
            executor.shutdown();
        }
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }
}
