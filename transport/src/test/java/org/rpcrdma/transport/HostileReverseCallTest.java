// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_MSG;

import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Tests reverse calls that servers should never send. */
class HostileReverseCallTest {
    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();
    private final RawServer server =
            new RawServer(client -> client.reverseService(held::add).credits(4));

    @AfterEach
    void leaveNothing() {
        server.closeClient();
        while (!held.isEmpty()) {
            held.remove().reply(40);
        }
        server.close();
    }

    private void send(final int xid, final int messageXid, final int type, final int length) {
        server.writer.wrap(server.bytes, 0, 28).begin(xid, 2, RDMA_MSG).finish();
        server.bytes.putInt(28, messageXid, BIG_ENDIAN);
        server.bytes.putInt(32, type, BIG_ENDIAN);
        server.peer.send(server.bytes, length);
        server.simulation.run();
    }

    @Test
    void shouldCloseTheConnectionOfAFlood() {
        for (int xid = 0; xid < 16; xid++) {
            send(xid, xid, 0, 68);
        }
        assertEquals(16, held.size());
        assertEquals(List.of(), server.disconnections);
        send(16, 16, 0, 68);
        assertEquals(16, held.size());
        assertEquals(
                List.of("the peer sent more reverse calls than it has credits: credits=16"), server.disconnections);
    }

    @Test
    void shouldIgnoreMessagesThatAreNotCalls() {
        send(1, 2, 0, 68);
        send(1, 1, 1, 68);
        send(1, 1, 2, 68);
        send(1, 1, 0, 35);
        server.writer.wrap(server.bytes, 0, 4096).begin(1, 2, RDMA_MSG).readSegment(4, 1, 4, 0);
        final int length = server.writer.finish();
        server.bytes.putInt(length, 1, BIG_ENDIAN);
        server.bytes.putInt(length + 4, 0, BIG_ENDIAN);
        server.peer.send(server.bytes, length + 40);
        server.simulation.run();
        assertEquals(0, held.size());
        assertEquals(5, server.client.figures().repliesUnknown());
        send(1, 1, 0, 36);
        assertEquals(1, held.size());
        assertEquals(8, held.peek().messageLength());
        assertEquals(List.of(), server.disconnections);
    }

    /**
     * There are far more calls than Receives and credits. Therefore, if a call kept its buffer or its credit, these
     * would be exhausted.
     */
    @Test
    void shouldReleaseWhatARefusedReverseCallHad() {
        for (int i = 0; i < 200; i++) {
            send(1, 2, 0, 68);
            send(i, i, 0, 68);
            held.remove().reply(40);
            server.simulation.run();
        }
        assertEquals(List.of(), server.disconnections);
        assertEquals(200, server.peer.messages.size());
    }

    @Test
    void shouldServeCallsWithOneIdTwice() {
        send(7, 7, 0, 68);
        send(7, 7, 0, 68);
        assertEquals(2, held.size());
        held.remove().reply(40);
        held.remove().reply(40);
        server.simulation.run();
        assertEquals(2, server.peer.messages.size());
        final RpcRdmaHeader header = new RpcRdmaHeader();
        assertEquals(0, header.wrap(server.peer.messages.get(1), 0, 68));
        assertEquals(7, header.xid());
        assertEquals(16, header.credits());
    }
}
