// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Tests peers that do not respond to RDMA READs, acknowledge nothing, or receive no replies. The server memory that
 * they hold is bounded, other peers are served, and all memory is released.
 */
class StalledPeerTest {
    private static final int CREDITS = 4;
    private static final int CHUNK = 65_536;
    private static final long SECOND = 1_000_000_000L;
    private static final int FOR_EVER = 7;
    private static final int ALL = Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[4096]);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final List<RpcCall> held = new ArrayList<>();
    private boolean holding;

    private final TransportFixture fixture = new TransportFixture()
            .open(this::serve, server -> server.credits(CREDITS).receiveBatch(2).maxPayload(CHUNK));
    private final SimulatedDevice device = fixture.fabric.attach("sim2", "10.98.0.4");
    private final MemoryBlock block = device.memory().allocate(CHUNK, 4096);
    private MemoryRegion region;
    private RawPeer peer;

    private void serve(final RpcCall call) {
        if (holding) {
            held.add(call);
        } else {
            reply(call);
        }
    }

    /** Fills the Reply chunk or, without a Reply chunk, answers with the call's message. */
    private static void reply(final RpcCall call) {
        if (call.hasReplyChunk()) {
            call.reply(call.replyMessage().capacity());
        } else {
            TransportFixture.echo(call);
        }
    }

    private void start(final int rnrRetries) {
        fixture.connect();
        peer = new RawPeer(device, new byte[0], rnrRetries);
        region = peer.grant(block.address(), CHUNK, 0x10000, ALL);
        connect();
    }

    private void connect() {
        peer.connect();
        run(SECOND);
        assertTrue(peer.connected);
    }

    @AfterEach
    void close() {
        region.close();
        peer.close();
        block.close();
        fixture.close();
        device.close();
    }

    private void run(final long nanos) {
        fixture.run(nanos);
    }

    private RpcRdmaHeaderWriter begin() {
        return writer.wrap(bytes, 0, 4096).begin(1, CREDITS, RpcRdmaHeader.RDMA_MSG);
    }

    /** Sends the written call repeatedly with consecutive transaction ids. Stops when the connection ends. */
    private void send(final int calls) {
        final int length = writer.finish() + 40;
        for (int xid = 0; xid < calls && !peer.disconnected; xid++) {
            bytes.putInt(0, xid, BIG_ENDIAN);
            peer.send(bytes, length);
            run(SECOND / 1000);
        }
    }

    private void assertServesOthers() {
        final List<Outcome> outcomes = fixture.sendAll(300);
        run(SECOND / 10);
        outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertEquals(List.of(), fixture.disconnections);
    }

    private long serverBytes() {
        return fixture.serverDevice.resources().memoryBytes();
    }

    private void assertEndedBy(final String status) {
        run(10 * SECOND);
        assertEquals(1, fixture.server.connections());
        assertEquals("a send work request ended with " + status, last().closeReason());
        peer.disconnect();
    }

    private ServerConnectionMetrics last() {
        return fixture.ended.get(fixture.ended.size() - 1);
    }

    @Test
    void shouldCloseAConnectionWhoseReadsAreNeverAnswered() {
        start(0);
        long most = 0;
        for (int round = 0; round < 3; round++) {
            begin().readSegment(4, region.rkey(), CHUNK, 0x10000);
            peer.send(bytes, writer.finish() + 40);
            while (!isReading()) {
                assertTrue(fixture.simulation.step());
            }
            device.faults().linkDown();
            assertServesOthers();
            assertTrue(isReading(), "the READ is tried again");
            most = most == 0 ? serverBytes() : most;
            assertTrue(serverBytes() <= most, "what the first left is used again");
            assertEndedBy("RETRY_EXC_ERR");
            device.faults().linkUp();
            connect();
        }
        assertServesOthers();
    }

    /** Returns true if the peer's call has arrived but has neither been served nor failed. */
    private boolean isReading() {
        return fixture.server.connections() == 2
                && fixture.server.connectionMetrics().get(1).messagesReceived() == 1
                && fixture.server.connectionMetrics().get(1).repliesSent() == 0;
    }

    @Test
    void shouldCloseAConnectionThatAcknowledgesNoReply() {
        start(0);
        holding = true;
        begin().replyChunk().segment(region.rkey(), CHUNK, 0x10000);
        send(CREDITS);
        holding = false;
        assertEquals(CREDITS, held.size());
        device.faults().linkDown();
        held.forEach(StalledPeerTest::reply);
        assertServesOthers();
        assertEquals(2, fixture.server.connections(), "the replies are tried again");
        assertEndedBy("RETRY_EXC_ERR");
        device.faults().linkUp();
        assertServesOthers();
    }

    /** The peer allows the server to wait for its Receives without limit, as rdma_cm requests. */
    @Test
    void shouldLetUnreceivedRepliesWaitAndServeOthers() {
        start(FOR_EVER);
        peer.stalled = true;
        begin().replyChunk().segment(region.rkey(), CHUNK, 0x10000);
        send(64 + 16);
        assertEquals(64, peer.messages.size(), "one per Receive");
        assertServesOthers();
        final long waiting = serverBytes();
        run(5 * SECOND);
        assertServesOthers();
        assertEquals(waiting, serverBytes());
        assertFalse(peer.disconnected, "the peer requested the waiting");
        peer.disconnect();
        run(SECOND);
        assertEquals(1, fixture.server.connections());
        assertEquals(80, last().repliesSent());
        peer.stalled = false;
        connect();
    }

    /**
     * The peer continues to send. When there are more calls than buffers, a call finds no Receive, which terminates the
     * peer's connection.
     */
    @Test
    void shouldDisconnectAPeerThatTakesNoRepliesAndContinuesSending() {
        start(FOR_EVER);
        final long before = serverBytes();
        peer.stalled = true;
        begin().replyChunk().segment(region.rkey(), CHUNK, 0x10000);
        send(1000);
        assertTrue(peer.disconnected);
        assertServesOthers();
        assertEquals(1, fixture.server.connections());
        final int sendDepth = CREDITS + 2 + 2 + 1 + 3 * 3 * CREDITS;
        final int buffers = 2 * CREDITS + 2;
        assertTrue(last().messagesReceived() <= 64 + sendDepth + buffers, "messages=" + last().messagesReceived());
        final long bound = (long) (sendDepth + buffers) * (CHUNK + 4096);
        assertTrue(serverBytes() - before <= bound, "bytes=" + (serverBytes() - before) + " bound=" + bound);
        peer.disconnect();
        peer.stalled = false;
        connect();
    }
}
