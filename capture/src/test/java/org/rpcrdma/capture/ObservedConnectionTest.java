// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

class ObservedConnectionTest {
    private static final int QP = 0x11;

    private final CaptureFile file = new CaptureFile();
    private final List<String> told = new ArrayList<>();
    private CaptureCounts counts;

    private void read() throws IOException {
        counts = CaptureFile.read(
                file.pcap(),
                message -> told.add(message.connection() + (message.fromClient() ? " client" : " server")));
    }

    /** Returns a Send that contains an RPC call (type 0) or a reply (type 1). */
    private static byte[] rpc(final int type) {
        return rpc(9, type);
    }

    private static byte[] rpc(final int xid, final int type) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[28 + 40]);
        new RpcRdmaHeaderWriter()
                .wrap(buffer, 0, 28)
                .begin(xid, 1, RpcRdmaHeader.RDMA_MSG)
                .finish();
        buffer.putInt(28, xid, ByteOrder.BIG_ENDIAN);
        buffer.putInt(32, type, ByteOrder.BIG_ENDIAN);
        buffer.putInt(36, type == 0 ? 2 : 0, ByteOrder.BIG_ENDIAN);
        return buffer.byteArray();
    }

    private void connect(final int clientId, final int serverId) {
        file.add(Roce.connectRequest(1, 2, clientId, QP));
        file.add(Roce.connectReply(2, 1, serverId, clientId, QP));
    }

    private void exchange(final int psn) {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, QP, psn, rpc(0)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, QP, psn + 1000, rpc(1)));
    }

    @Test
    void shouldTreatAReusedQueuePairAsANewConnection() throws IOException {
        connect(100, 200);
        exchange(5);
        file.add(Roce.disconnect(1, 2, QP));
        connect(101, 201);
        exchange(5);
        file.add(Roce.connectReply(2, 1, 201, 101, QP));
        exchange(6);
        read();
        assertEquals(
                List.of("0 client", "0 server", "1 client", "1 server", "1 client", "1 server"),
                told,
                "a repeated reply changes nothing");
        assertEquals(2, counts.connections());
        assertEquals(0, counts.retransmittedPackets());
        assertEquals(4, counts.gaps(), "each direction of each connection began with number 0");
    }

    @Test
    void shouldTreatTheSameIdsAfterADisconnectAsANewConnection() throws IOException {
        connect(100, 200);
        exchange(5);
        file.add(Roce.disconnect(1, 2, QP));
        connect(100, 200);
        exchange(5);
        read();
        assertEquals(List.of("0 client", "0 server", "1 client", "1 server"), told);
        assertEquals(0, counts.retransmittedPackets());
    }

    @Test
    void shouldFindTheClientWithoutConnectionEvents() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x22, 7, rpc(1)));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x33, 9, rpc(0)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x22, 8, rpc(1)));
        read();
        assertEquals(List.of("0 server", "0 client", "0 server"), told);
        assertEquals(1, counts.connections());
    }

    @Test
    void shouldPairDirectionsByAcknowledgedNumbers() throws IOException {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x31, 1000, rpc(0)));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x32, 500_000, rpc(0)));
        file.add(Roce.frame(2, 1, Opcodes.ACKNOWLEDGE, 0x42, 500_000, Roce.aeth()));
        file.add(Roce.frame(2, 1, Opcodes.ACKNOWLEDGE, 0x41, 1000, Roce.aeth()));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x41, 1, rpc(1)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 1, rpc(1)));
        read();
        assertEquals(List.of("0 client", "1 client", "0 server", "1 server"), told);
        assertEquals(2, counts.connections());
    }

    @Test
    void shouldPairDirectionsByTransactionIds() throws IOException {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x32, 500_000, rpc(9, 0)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 70_000, rpc(9, 1)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x41, 90_000, rpc(8, 1)));
        read();
        assertEquals(2, counts.connections());
        assertEquals(List.of("0 client", "1 client", "1 server", "0 server"), told);
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldPairDirectionsByTransactionIdsLongAfterTheirFirstPackets() throws IOException {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x32, 500_000, rpc(9, 0)));
        file.add(Roce.frame(2, 1, Opcodes.WRITE_ONLY, 0x42, 70_000, Roce.reth(4096, 7, 4), new byte[4]));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 70_001, rpc(9, 1)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x41, 90_000, rpc(8, 1)));
        read();
        assertEquals(List.of("0 client", "1 client", "1 server", "0 server"), told);
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldCountTheDirectionsThatItJoinsByGuess() throws IOException {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 70_000, rpc(9, 1)));
        read();
        assertEquals(List.of("0 client", "0 server"), told);
        assertEquals(1, counts.guessedConnections());
    }

    @Test
    void shouldNotCountAGuessIfOnlyOneDirectionWasCaptured() throws IOException {
        file.add(Roce.connectReply(2, 1, 200, 100, 0x41));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 70_000, rpc(9, 1)));
        read();
        assertEquals(1, counts.connections());
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldPairDirectionsOfOneHostWithEachOther() throws IOException {
        file.add(Roce.frame(1, 1, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        file.add(Roce.frame(1, 1, Opcodes.SEND_ONLY, 0x32, 500_000, rpc(9, 0)));
        file.add(Roce.frame(1, 1, Opcodes.SEND_ONLY, 0x42, 70_000, rpc(9, 1)));
        file.add(Roce.frame(1, 1, Opcodes.SEND_ONLY, 0x41, 90_000, rpc(8, 1)));
        read();
        assertEquals(List.of("0 client", "1 client", "1 server", "0 server"), told);
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldNotPairTheOnlyDirectionOfAHost() throws IOException {
        file.add(Roce.frame(1, 1, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        read();
        assertEquals(List.of("0 client"), told);
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldNoLongerCallAPairingAGuessOnceAnAcknowledgementShowsIt() throws IOException {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 70_000, rpc(9, 1)));
        file.add(Roce.frame(2, 1, Opcodes.ACKNOWLEDGE, 0x42, 1000, Roce.aeth()));
        read();
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldNotGuessAPairIfSeveralArePossible() throws IOException {
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x31, 1000, rpc(8, 0)));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 0x32, 500_000, rpc(8, 0)));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 0x42, 70_000, rpc(8, 1)));
        read();
        assertEquals(3, counts.connections());
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldJoinDirectionsWhoseSetUpComesAfterTheirPackets() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.ACKNOWLEDGE, QP, 2_000_000, Roce.aeth()), 0);
        file.add(Roce.frame(1, 2, Opcodes.ACKNOWLEDGE, QP, 5_000_000, Roce.aeth()), 1_000);
        file.add(Roce.connectRequest(1, 2, 100, QP), 2_000);
        file.add(Roce.connectReply(2, 1, 200, 100, QP), 3_000);
        exchange(5);
        read();
        assertEquals(List.of("0 client", "0 server"), told);
        assertEquals(1, counts.connections());
        assertEquals(0, counts.guessedConnections());
    }

    @Test
    void shouldTreatDistantNumbersAfterADisconnectAsANewConnection() throws IOException {
        connect(100, 200);
        exchange(5);
        file.add(Roce.disconnect(2, 1, QP));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, QP, 0x40_0000 - 7, rpc(0)));
        file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, QP, 0x80_0000, rpc(0)));
        read();
        assertEquals(List.of("0 client", "0 server", "0 client", "1 client"), told);
    }

    @Test
    void shouldLimitTrackedConnections() throws IOException {
        for (int qp = 0; qp <= ConnectionTable.MAX_CONNECTIONS; qp++) {
            file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 100 + qp, 1, rpc(0)));
        }
        read();
        assertEquals(ConnectionTable.MAX_CONNECTIONS, told.size());
        assertEquals(1, counts.untrackedPackets());
    }

    @Test
    void shouldFormatAddressesAccordingToRfc5952() {
        assertEquals("10.98.0.1", IpAddress.text(0, 0xffff_0a62_0001L));
        assertEquals("::", IpAddress.text(0, 0));
        assertEquals("::1", IpAddress.text(0, 1));
        assertEquals("fe80::5054:ff:fe00:1", IpAddress.text(0xfe80L << 48, 0x5054_00ff_fe00_0001L));
        assertEquals("2001:db8:0:1:1:1:1:1", IpAddress.text(0x2001_0db8_0000_0001L, 0x0001_0001_0001_0001L));
        assertEquals("2001:0:0:1::1", IpAddress.text(0x2001_0000_0000_0001L, 1));
        assertEquals("1::", IpAddress.text(1L << 48, 0));
    }
}
