// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.clientOn;
import static org.rpcrdma.transport.TransportFixture.listener;
import static org.rpcrdma.transport.TransportFixture.serverOn;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** Tests that both sides of a connection report the first cause of its end, no matter how late the events arrive. */
class FailureReasonTest {
    private static final int NO_KEY = 0x1234;

    private final Simulation simulation = new Simulation(1);
    private final List<String> reasons = new ArrayList<>();
    private final List<ServerConnectionMetrics> ended = new ArrayList<>();
    private SimulatedDevice serverDevice;
    private SimulatedDevice clientDevice;

    /** Creates devices whose events are delayed by a latency. */
    private void attach(final long eventLatency) {
        final CostModel costs = CostModel.defaults().with(CostParameter.EVENT_LATENCY, eventLatency);
        final Fabric fabric = new Fabric(simulation, costs);
        serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
        clientDevice = fabric.attach("sim1", "10.98.0.3");
    }

    private RpcRdmaServer server(final boolean sharesReceives) {
        final RpcRdmaServer.Context context =
                serverOn(serverDevice).connectionEnd(ended::add).service(RpcCall::drop);
        return new RpcRdmaServer(sharesReceives ? context.sharedReceives(64) : context);
    }

    @ParameterizedTest
    @CsvSource({
        "true, 1500, false",
        "true, 1500, true",
        "true, 500000, false",
        "true, 500000, true",
        "false, 1500, false",
        "false, 500000, true"
    })
    void shouldReportTheClientsFailedRequestAtTheServer(
            final boolean writes, final long eventLatency, final boolean sharesReceives) {
        attach(eventLatency);
        try (RpcRdmaServer server = server(sharesReceives);
                RawPeer peer = new RawPeer(clientDevice, new byte[0])) {
            peer.connect();
            simulation.run();
            assertTrue(peer.connected);
            peer.reach(writes, 0x1000, NO_KEY);
            simulation.run();
            assertEquals(
                    "the queue pair failed with QP_ACCESS_ERR", ended.get(0).closeReason());
            assertEquals("REM_ACCESS_ERR", peer.failure);
            assertEquals(0, server.connections());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1500, 500_000})
    void shouldReportTheServersFailedRequestAtTheClient(final long eventLatency) {
        attach(eventLatency);
        try (RawPeer peer = new RawPeer(serverDevice, new byte[0]);
                RpcRdmaClient client =
                        new RpcRdmaClient(clientOn(clientDevice).listener(listener(() -> {}, reasons::add)))) {
            peer.listen();
            client.connect();
            simulation.runUntil(simulation.nanoTime() + 10_000_000);
            assertTrue(peer.connected);
            peer.reach(false, 0x1000, NO_KEY);
            simulation.runUntil(simulation.nanoTime() + 10_000_000);
            assertEquals("the queue pair failed with QP_ACCESS_ERR", reasons.get(0));
            assertEquals("REM_ACCESS_ERR", peer.failure);
        }
    }

    /** The server's READ fails. The client's event may arrive before the failure is reported. */
    @ParameterizedTest
    @ValueSource(longs = {1500, 500_000})
    void shouldReportTheServersOwnFailedRequest(final long eventLatency) {
        attach(eventLatency);
        try (RpcRdmaServer server = server(false);
                RawPeer peer = new RawPeer(clientDevice, new byte[0])) {
            peer.connect();
            simulation.run();
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[256]);
            final RpcRdmaHeaderWriter call =
                    new RpcRdmaHeaderWriter().wrap(bytes, 0, 256).begin(1, 32, RpcRdmaHeader.RDMA_MSG);
            peer.send(bytes, call.readSegment(4, NO_KEY, 4096, 0x1000).finish() + 40);
            simulation.run();
            assertEquals(
                    "a send work request ended with REM_ACCESS_ERR",
                    ended.get(0).closeReason());
            assertEquals(0, server.connections());
        }
    }
}
