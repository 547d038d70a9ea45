// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

/** Tests the sessions of two clients with a server that recalls delegations, over simulated RDMA. */
class RecallCheckTest implements ClientListener {
    private final RecallingServer service = new RecallingServer();
    private final List<String> lines = new ArrayList<>();

    private void run(final String file) {
        final Fabric fabric = new Fabric(new Simulation(Long.getLong("seed", 1)), CostModel.defaults());
        try (SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
                SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2")) {
            final EventLoop loop = clientDevice.newEventLoop();
            final Callbacks callbacks = new Callbacks();
            try (RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                            .device(serverDevice)
                            .eventLoop(serverDevice.newEventLoop())
                            .service(service)
                            .reverseDirection(true));
                    RpcRdmaClient reader = client(clientDevice, loop, callbacks);
                    RpcRdmaClient writer = client(clientDevice, loop, new Callbacks())) {
                new RecallCheck(
                                loop,
                                new Session(reader, loop, "reader"),
                                callbacks,
                                new Session(writer, loop, "writer"),
                                file,
                                lines::add)
                        .run();
                assertEquals(2, server.connections());
            }
        }
    }

    private RpcRdmaClient client(final SimulatedDevice device, final EventLoop loop, final Callbacks callbacks) {
        final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress("10.98.0.1", 20_049))
                .listener(this)
                .credits(8)
                .reverseService(callbacks));
        client.connect();
        return client;
    }

    @Test
    void shouldReceiveARecall() {
        service.graces = 3;
        run("file");
        assertEquals(7, lines.size(), lines::toString);
        assertEquals(1, service.answersToRecalls);
    }

    @Test
    void shouldDetectARecallOfAnotherDelegation() {
        service.recalled++;
        final Exception e = assertThrows(IllegalStateException.class, () -> run("file"));
        assertTrue(e.getMessage().startsWith("CB_RECALL: the server recalls that delegation"), e.toString());
    }

    @Test
    void shouldReportTheOperationThatTheServerRejects() {
        assertMessage(Nfs41Failure.class, "operation failed: operation=18 status=2", () -> run("other"));
    }

    @Override
    public void onConnected() {
        // The sessions' first calls wait for the connection.
    }

    @Override
    public void onDisconnected(final String reason) {
        // The checks report the failure.
    }
}
