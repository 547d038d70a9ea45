// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.echo;
import static org.rpcrdma.transport.TransportFixture.serverOn;
import static org.rpcrdma.wire.RpcRdmaHeader.ERR_CHUNK;
import static org.rpcrdma.wire.RpcRdmaHeader.ERR_VERS;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_DONE;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_ERROR;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_MSG;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_MSGP;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_NOMSG;

import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** Tests headers that clients should never send, and the answers that RFC 8166 (section 4.5) and svcrdma prescribe. */
class HostileHeaderTest {
    private static final int XID = 0xabcd0123;
    private static final int LARGEST = 4096;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
    private final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.3");
    private final RawPeer peer = new RawPeer(clientDevice, new byte[0]);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LARGEST]);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final RpcRdmaHeader answer = new RpcRdmaHeader();
    private RpcRdmaServer server;
    private ServerConnectionMetrics ended;
    private int served;

    private void start(final UnaryOperator<RpcRdmaServer.Context> settings) {
        server = new RpcRdmaServer(settings.apply(
                serverOn(serverDevice).connectionEnd(metrics -> ended = metrics).service(this::serve)));
        peer.connect();
        simulation.run();
        assertTrue(peer.connected);
    }

    private void serve(final RpcCall call) {
        served++;
        echo(call);
    }

    private RpcRdmaHeaderWriter begin(final int procedure) {
        return writer.wrap(bytes, 0, LARGEST).begin(XID, 32, procedure);
    }

    private void send(final int length) {
        peer.send(bytes, length);
        simulation.run();
    }

    private void refuse(final int length) {
        send(length);
        assertAnsweredBy(ERR_CHUNK);
    }

    private void assertAnsweredBy(final int errorCode) {
        assertAnsweredBy(server.connectionMetrics().get(0), errorCode);
    }

    private void assertAnsweredBy(final ServerConnectionMetrics metrics, final int errorCode) {
        assertEquals(1, peer.messages.size(), "answers");
        final UnsafeBuffer message = peer.messages.remove(0);
        assertEquals(0, answer.wrap(message, 0, message.capacity()));
        assertEquals(XID, answer.xid());
        assertEquals(RDMA_ERROR, answer.procedure());
        assertEquals(errorCode, answer.errorCode());
        assertTrue(metrics.errorsSent() > 0);
    }

    private void assertDropped() {
        assertEquals(0, peer.messages.size(), "answers");
        assertFalse(peer.disconnected);
    }

    /** Asserts that the connection still works, and that no resources are leaked when it closes. */
    private void assertServesAndCloses() {
        served = 0;
        for (int i = 0; i < 200; i++) {
            send(begin(RDMA_MSG).finish() + 40);
            assertEquals(i + 1, peer.messages.size());
        }
        assertEquals(200, served);
        close();
    }

    private void close() {
        peer.close();
        server.close();
        simulation.run();
        serverDevice.close();
        clientDevice.close();
    }

    @Test
    void shouldDropWhatIsTooShortToBeAHeader() {
        start(context -> context);
        begin(RDMA_MSG).finish();
        for (int length = 1; length < 16; length++) {
            send(length);
            assertDropped();
        }
        assertEquals(15, server.connectionMetrics().get(0).messagesDropped());
        assertServesAndCloses();
    }

    @Test
    void shouldAnswerAHeaderWhoseListsAreCutByErrChunk() {
        start(context -> context);
        begin(RDMA_MSG).finish();
        for (int length = 16; length < 28; length++) {
            refuse(length);
        }
        bytes.putInt(4, 2, BIG_ENDIAN);
        for (int length = 16; length < 28; length++) {
            send(length);
            assertAnsweredBy(ERR_VERS);
        }
        assertEquals(0, server.connectionMetrics().get(0).messagesDropped());
        assertServesAndCloses();
    }

    @Test
    void shouldDropErrorsAndDones() {
        start(context -> context);
        bytes.setMemory(0, LARGEST, (byte) 0);
        writer.wrap(bytes, 0, LARGEST).versionError(XID, 1, 32, 1, 1);
        send(28);
        assertDropped();
        writer.wrap(bytes, 0, LARGEST).versionError(XID, 7, 32, 1, 1);
        send(40);
        assertDropped();
        begin(RDMA_MSG).finish();
        bytes.putInt(12, RDMA_DONE, BIG_ENDIAN);
        send(40);
        assertDropped();
        bytes.putInt(12, RDMA_ERROR, BIG_ENDIAN);
        bytes.putInt(16, 99, BIG_ENDIAN);
        send(40);
        assertDropped();
        assertServesAndCloses();
    }

    @Test
    void shouldRefuseOtherVersions() {
        start(context -> context);
        final int length = begin(RDMA_MSG).finish() + 40;
        for (final int version : new int[] {0, 2, -1}) {
            bytes.putInt(4, version, BIG_ENDIAN);
            send(length);
            assertAnsweredBy(ERR_VERS);
            assertEquals(version, answer.version());
            assertEquals(1, answer.lowestVersion());
            assertEquals(1, answer.highestVersion());
            assertEquals(128, answer.credits());
        }
        assertServesAndCloses();
    }

    @Test
    void shouldRefuseUnknownProcedures() {
        start(context -> context);
        for (final int procedure : new int[] {RDMA_MSGP, 5, -1}) {
            final int length = begin(RDMA_MSG).finish() + 40;
            bytes.putInt(12, procedure, BIG_ENDIAN);
            refuse(length);
        }
        assertServesAndCloses();
    }

    @Test
    void shouldRefuseListsThatRunPastTheMessage() {
        start(context -> context);
        final int length = begin(RDMA_MSG)
                .readSegment(4, 1, 100, 0)
                .writeChunk()
                .segment(2, 100, 0)
                .replyChunk()
                .segment(3, 100, 0)
                .finish();
        for (int cut = 28; cut < length; cut += 4) {
            refuse(cut);
        }
        assertServesAndCloses();
    }

    @Test
    void shouldRefuseReadListsThatItCannotServe() {
        start(context -> context.maxPayload(65_536));
        refuse(begin(RDMA_MSG).readSegment(3, 1, 100, 0).finish() + 40);
        refuse(begin(RDMA_MSG).readSegment(-4, 1, 100, 0).finish() + 40);
        refuse(begin(RDMA_MSG).readSegment(0, 1, 100, 0).finish() + 40);
        refuse(begin(RDMA_MSG).readSegment(44, 1, 100, 0).finish() + 40);
        refuse(begin(RDMA_MSG)
                        .readSegment(144, 1, 100, 0)
                        .readSegment(8, 1, 100, 0)
                        .finish()
                + 40);
        refuse(begin(RDMA_NOMSG).finish());
        refuse(begin(RDMA_NOMSG).readSegment(4, 1, 100, 0).finish() + 40);
        assertServesAndCloses();
    }

    /** If the server cannot build its READs, it first sends the error and then closes the connection, like svcrdma. */
    @Test
    void shouldRefuseAReadListLongerThanItsMemoryAndEnd() {
        start(context -> context.maxPayload(65_536));
        send(begin(RDMA_MSG).readSegment(4, 1, 65_537, 0).finish() + 40);
        assertRefusedAndEnded("a Read list is too long: bytes=65537 maxPayload=65536");
        send(begin(RDMA_MSG)
                        .readSegment(4, 1, 0x8000_0000, 0)
                        .readSegment(4, 1, 0x8000_0000, 0)
                        .finish()
                + 40);
        assertRefusedAndEnded("a Read list is too long: bytes=4294967296 maxPayload=65536");
        assertServesAndCloses();
    }

    private void assertRefusedAndEnded(final String reason) {
        assertAnsweredBy(ended, ERR_CHUNK);
        assertTrue(peer.disconnected);
        assertEquals(0, server.connections());
        assertEquals(reason, ended.closeReason());
        peer.disconnect();
        peer.connect();
        simulation.run();
    }

    @Test
    void shouldRefuseMoreSegmentsThanAPayloadNeeds() {
        start(context -> context.maxPayload(65_536));
        begin(RDMA_MSG);
        for (int i = 0; i < 66; i++) {
            writer.readSegment(4, 1, 0, 0);
        }
        refuse(writer.finish() + 40);
        assertServesAndCloses();
    }

    @Test
    void shouldRefuseChunksWithoutSegments() {
        start(context -> context);
        refuse(begin(RDMA_MSG).writeChunk().finish() + 40);
        refuse(begin(RDMA_MSG).writeChunk().segment(1, 100, 0).writeChunk().finish() + 40);
        refuse(begin(RDMA_MSG).replyChunk().finish() + 40);
        refuse(begin(RDMA_MSG).writeChunk().segment(1, 100, 0).replyChunk().finish() + 40);
        assertServesAndCloses();
    }

    @Test
    void shouldRefuseAListWhoseEchoDoesNotFitInline() {
        // The peer sent no private data, so it can receive at most 1024 bytes inline.
        start(context -> context);
        begin(RDMA_MSG).writeChunk();
        for (int i = 0; i < 62; i++) {
            writer.segment(1, 1, 0);
        }
        refuse(writer.finish());

        begin(RDMA_MSG).writeChunk();
        for (int i = 0; i < 61; i++) {
            writer.segment(1, 0, 0);
        }
        send(writer.finish());
        assertEquals(1, served);
        assertEquals(28 + 8 + 61 * 16, peer.messages.remove(0).capacity());
        assertServesAndCloses();
    }

    @Test
    void shouldCloseOnlyTheConnectionThatRefersToInvalidMemory() {
        start(context -> context);
        send(begin(RDMA_MSG).readSegment(4, 0x1234, 4096, 0x1000).finish() + 40);
        assertTrue(peer.disconnected);
        assertEquals(0, server.connections());
        assertEquals("a send work request ended with REM_ACCESS_ERR", ended.closeReason());
        peer.disconnect();
        peer.connect();
        simulation.run();
        assertServesAndCloses();
    }

    @Test
    void shouldReportTheFailureAlsoIfItsFlushIsSeenFirst() {
        final LateSends late = new LateSends();
        start(context -> context.device(late.over(serverDevice)));
        peer.send(bytes, begin(RDMA_MSG).readSegment(4, 0x1234, 4096, 0x1000).finish() + 40);
        simulation.runUntil(simulation.nanoTime() + TransportConnection.FLUSH_NANOS / 2);
        assertEquals(1, server.connections(), "the READ has not completed");
        late.handler.onCompletionEvent(late.queue);
        assertEquals("a send work request ended with REM_ACCESS_ERR", ended.closeReason());
        close();
    }
}
