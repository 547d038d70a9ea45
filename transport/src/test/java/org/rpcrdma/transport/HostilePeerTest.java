// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.call.ReceivedCall;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Tests peers that refer to other peers' memory, send more than they are allowed to, accept no messages, or refer to
 * the same memory repeatedly.
 */
class HostilePeerTest extends TransportTest {
    private static final int LARGEST = 4096;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LARGEST]);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final List<RpcCall> held = new ArrayList<>();
    private boolean holding;
    private int served;
    private RawPeer peer;
    private MemoryRegion region;

    @AfterEach
    void close() {
        peer.disconnect();
        CloseHelper.close(region);
        peer.close();
    }

    /** Grants the peer access to memory of its host, at an address that the caller chooses. */
    private void grant(final long address, final int length, final long at) {
        region = peer.grant(address, length, at, Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE);
    }

    private void serve(final RpcCall call) {
        served++;
        for (int i = 0; i < call.writeChunkCount(); i++) {
            final int length = call.writeChunkCapacity(i);
            call.writeChunk(i, length).setMemory(0, length, (byte) (0x10 + i));
        }
        if (holding) {
            held.add(call);
        } else {
            final int room = call.replyMessage().capacity();
            call.replyMessage().setMemory(0, room, (byte) 0x77);
            call.reply(Math.min(room, 1000));
        }
    }

    private TransportFixture start() {
        return fixture.connect(this::serve);
    }

    /** Connects a peer on the same host as the fixture's client. */
    private void connect() {
        peer = new RawPeer(fixture.clientDevice, new byte[0]);
        peer.connect();
        fixture.run();
        assertTrue(peer.connected);
    }

    private RpcRdmaHeaderWriter begin(final int xid) {
        return writer.wrap(bytes, 0, LARGEST).begin(xid, 32, RpcRdmaHeader.RDMA_MSG);
    }

    private void assertServes(final int xid) {
        holding = false;
        assertTrue(fixture.send(fixture.stage(xid, 64), 64, 0).isReply(), "the other connection");
        assertEquals(List.of(), fixture.disconnections);
    }

    /** Holds a call from the fixture's client. The call's keys are valid until it is answered. */
    private RpcCall holdCallWithChunks() {
        holding = true;
        fixture.fill(0, 5000, 1);
        final ClientCall call = fixture.stage(1, 64);
        call.readSegment(40, fixture.address(0), 5000);
        TransportFixture.writeChunk(call, fixture.address(10_000), 5000);
        call.send(64, new Outcome());
        fixture.run();
        holding = false;
        return held.get(0);
    }

    /**
     * Sends a list of segments in the peer's memory, except that the last segment refers to another connection's
     * memory.
     */
    private void name(final RpcRdmaHeader victim, final String list) {
        switch (list) {
            case "Read list" -> begin(2).readSegment(4, victim.readHandle(0), 5000, victim.readOffset(0));
            case "Read list behind its own" ->
                begin(2).readSegment(4, region.rkey(), 100, 0x10000)
                        .readSegment(4, victim.readHandle(0), 5000, victim.readOffset(0));
            case "message" ->
                writer.wrap(bytes, 0, LARGEST)
                        .begin(2, 32, RpcRdmaHeader.RDMA_NOMSG)
                        .readSegment(0, victim.readHandle(0), 5000, victim.readOffset(0));
            case "Read list for writing" ->
                begin(2).readSegment(4, victim.writeHandle(0, 0), 5000, victim.writeOffset(0, 0));
            case "Write chunk" ->
                begin(2).writeChunk().segment(victim.writeHandle(0, 0), 5000, victim.writeOffset(0, 0));
            case "Write chunk for reading" ->
                begin(2).writeChunk().segment(victim.readHandle(0), 5000, victim.readOffset(0));
            case "Write chunk behind its own" ->
                begin(2).writeChunk()
                        .segment(region.rkey(), 100, 0x10000)
                        .segment(victim.writeHandle(0, 0), 5000, victim.writeOffset(0, 0));
            default -> begin(2).replyChunk().segment(victim.writeHandle(0, 0), 5000, victim.writeOffset(0, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Read list",
                "Read list behind its own",
                "message",
                "Read list for writing",
                "Write chunk",
                "Write chunk for reading",
                "Write chunk behind its own",
                "Reply chunk"
            })
    void shouldNotReachMemoryOfAnotherConnection(final String list) {
        start();
        final RpcRdmaHeader victim = ReceivedCall.header(holdCallWithChunks());
        connect();
        grant(fixture.address(102_400), 4096, 0x10000);
        name(victim, list);
        peer.send(bytes, writer.finish() + 40);
        fixture.run();
        assertTrue(peer.disconnected);
        assertEquals(0, peer.messages.size());
        assertEquals(1, fixture.ended.size());
        assertEquals(
                "a send work request ended with REM_ACCESS_ERR",
                fixture.ended.get(0).closeReason());
        assertEquals(list.contains("Read") || list.equals("message") ? 0 : 1, served - 1, "served");
        assertEquals(0, fixture.memory.getByte(10_000), "the victim's memory");
        assertEquals(TransportFixture.pattern(1, 0), fixture.memory.getByte(0), "the victim's memory");
        held.get(0).reply(40);
        fixture.run();
        assertEquals(0x10, fixture.memory.getByte(10_000));
        assertServes(3);
    }

    /** All lists refer to the same page of the peer's memory. The Read list refers to it several times. */
    @Test
    void shouldServeListsThatOverlap() {
        start();
        connect();
        grant(fixture.address(0), 4096, 0x10000);
        begin(2);
        for (int i = 0; i < 20; i++) {
            writer.readSegment(4, region.rkey(), 4096, 0x10000);
        }
        for (int i = 0; i < 3; i++) {
            writer.writeChunk().segment(region.rkey(), 4000, 0x10000).segment(region.rkey(), 96, 0x10000 + i);
        }
        writer.replyChunk().segment(region.rkey(), 4096, 0x10000);
        peer.send(bytes, writer.finish() + 40);
        fixture.run();
        assertEquals(1, served);
        assertEquals(1, peer.messages.size());
        assertEquals(0x77, fixture.memory.getByte(999));
        assertEquals(0x12, fixture.memory.getByte(1000), "the last Write chunk, after the reply");
        assertEquals(0, fixture.memory.getByte(4096));
        assertServes(3);
    }

    /** The total length of the segments exceeds 2^32, or the segments extend beyond the address space. */
    @Test
    void shouldBearSegmentsThatOverflow() {
        start();
        connect();
        grant(fixture.address(0), 4096, -4096);
        begin(2).writeChunk().segment(region.rkey(), -1, -4096).segment(region.rkey(), -1, -4096);
        peer.send(bytes, writer.finish() + 40);
        fixture.run();
        assertEquals(1, served, "at most a megabyte is written");
        assertTrue(peer.disconnected);
        assertEquals(0, fixture.memory.getByte(4096));
        peer.disconnect();
        peer.connect();
        fixture.run();
        begin(3).readSegment(4, region.rkey(), 8, -4);
        peer.send(bytes, writer.finish() + 40);
        fixture.run();
        assertTrue(peer.disconnected);
        assertEquals(1, served);
        assertServes(4);
    }

    /**
     * The server answers no calls. When all buffers are busy, no Receive is posted, and the peer's Send fails. Like
     * svcrdma, the server does not count credits.
     */
    @Test
    void shouldDisconnectAPeerThatSendsBeyondItsCredits() {
        start();
        connect();
        holding = true;
        begin(0);
        final int length = writer.finish() + 40;
        int sent = 0;
        while (!peer.disconnected && sent < 1000) {
            bytes.putInt(0, sent++);
            peer.send(bytes, length);
            fixture.run();
        }
        assertTrue(peer.disconnected);
        assertTrue(held.size() >= 128 && held.size() <= 2 * 128 + 7, "one per buffer: " + held.size());
        held.forEach(RpcCall::drop);
        fixture.run();
        assertEquals(1, fixture.server.connections());
        assertServes(1);
    }
}
