// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** Reverse calls no server should send. */
class HostileReverseCallTest implements ClientListener {
    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
    private final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.3");
    private final RawPeer peer = new RawPeer(serverDevice, new byte[0]);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[4096]);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final List<String> disconnections = new ArrayList<>();
    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();
    private RpcRdmaClient client;

    @BeforeEach
    void connect() {
        peer.listen();
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(clientDevice)
                .eventLoop(clientDevice.newEventLoop())
                .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT))
                .listener(this)
                .reverseService(held::add)
                .credits(4));
        client.connect();
        simulation.run();
        assertTrue(peer.connected);
    }

    @AfterEach
    void leaveNothing() {
        client.close();
        simulation.run();
        while (!held.isEmpty()) {
            held.remove().reply(40);
        }
        peer.close();
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }

    @Override
    public void onConnected() {}

    @Override
    public void onDisconnected(final String reason) {
        disconnections.add(reason);
    }

    private void send(final int xid, final int messageXid, final int type, final int length) {
        writer.wrap(bytes, 0, 28).begin(xid, 2, RpcRdmaHeader.RDMA_MSG).finish();
        bytes.putInt(28, messageXid, BIG_ENDIAN);
        bytes.putInt(32, type, BIG_ENDIAN);
        peer.send(bytes, length);
        simulation.run();
    }

    @Test
    void shouldEndTheConnectionOfAFlood() {
        for (int xid = 0; xid < 16; xid++) {
            send(xid, xid, 0, 68);
        }
        assertEquals(16, held.size());
        assertEquals(List.of(), disconnections);
        send(16, 16, 0, 68);
        assertEquals(16, held.size());
        assertEquals(List.of("more reverse calls than credits: credits=16"), disconnections);
    }

    @Test
    void shouldIgnoreWhatIsNoCall() {
        send(1, 2, 0, 68);
        send(1, 1, 1, 68);
        send(1, 1, 2, 68);
        send(1, 1, 0, 35);
        writer.wrap(bytes, 0, 4096).begin(1, 2, RpcRdmaHeader.RDMA_MSG).readSegment(4, 1, 4, 0);
        final int length = writer.finish();
        bytes.putInt(length, 1, BIG_ENDIAN);
        bytes.putInt(length + 4, 0, BIG_ENDIAN);
        peer.send(bytes, length + 40);
        simulation.run();
        assertEquals(0, held.size());
        assertEquals(5, client.unknownReplies());
        send(1, 1, 0, 36);
        assertEquals(1, held.size());
        assertEquals(8, held.peek().messageLength());
        assertEquals(List.of(), disconnections);
    }

    @Test
    void shouldServeCallsWithOneIdTwice() {
        send(7, 7, 0, 68);
        send(7, 7, 0, 68);
        assertEquals(2, held.size());
        held.remove().reply(40);
        held.remove().reply(40);
        simulation.run();
        assertEquals(2, peer.messages.size());
        final RpcRdmaHeader header = new RpcRdmaHeader();
        assertEquals(0, header.wrap(peer.messages.get(1), 0, 68));
        assertEquals(7, header.xid());
        assertEquals(16, header.credits());
    }
}
