// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_DONE;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_MSG;
import static org.rpcrdma.wire.RpcRdmaHeader.RDMA_NOMSG;

import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Tests replies that servers should never send. The call either fails with a reason or continues to wait, and no
 * resources are leaked.
 */
class HostileReplyTest {
    /** The maximum inline length if the peer sends no private data. */
    private static final int LONGEST = 1024;

    private static final int XID = 0x01020304;

    private final RawServer server =
            new RawServer(client -> client.tries(1).callTimeout(0).credits(8));
    private final RpcRdmaHeader offered = new RpcRdmaHeader();
    private final MemoryBlock block = server.clientDevice.memory().allocate(65_536, 4096);

    @AfterEach
    void leaveNothing() {
        assertEquals(0, TransportFixture.inUse(server.client.regions()));
        server.closeClient();
        block.close();
        server.close();
    }

    /** Stages a call with a Write chunk of two segments of 1000 bytes each, and a Reply chunk of 500 bytes. */
    private Outcome call(final int xid) {
        final ClientCall call = TransportFixture.stage(server.client, xid, 64);
        call.beginWriteChunk();
        call.writeSegment(block.address(), 1000);
        call.writeSegment(block.address() + 4096, 1000);
        call.replySegment(block.address() + 8192, 500);
        final Outcome outcome = new Outcome(1);
        call.send(64, outcome);
        server.simulation.run();
        if (server.client.callsOutstanding() == 1) {
            final UnsafeBuffer message = server.peer.messages.get(server.peer.messages.size() - 1);
            assertEquals(0, offered.wrap(message, 0, message.capacity()));
        }
        return outcome;
    }

    /** Writes a segment of the Write chunk as offered, except for its length. */
    private RpcRdmaHeaderWriter written(final RpcRdmaHeaderWriter lists, final int segment, final int length) {
        return lists.segment(offered.writeHandle(0, segment), length, offered.writeOffset(0, segment));
    }

    /** Writes the Reply chunk's segment as offered, except for its length. */
    private RpcRdmaHeaderWriter replied(final RpcRdmaHeaderWriter lists, final int length) {
        return lists.segment(offered.replyHandle(0), length, offered.replyOffset(0));
    }

    private RpcRdmaHeaderWriter reply(final int xid, final int credits, final int procedure) {
        return server.writer.wrap(server.bytes, 0, 4096).begin(xid, credits, procedure);
    }

    private void send(final int length) {
        server.peer.send(server.bytes, length);
        server.simulation.run();
    }

    private void assertFails(final UnaryOperator<RpcRdmaHeaderWriter> lists, final int procedure) {
        final Outcome outcome = call(XID);
        send(lists.apply(reply(XID, 8, procedure)).finish());
        assertEquals("the reply's chunk lists do not match the offered lists", outcome.failure);
        assertEquals(1, outcome.calls);
        assertEquals(0, server.client.callsOutstanding());
        assertEquals(List.of(), server.disconnections);
    }

    @Test
    void shouldFailRepliesWhoseListsWereNotOffered() {
        assertFails(lists -> lists.readSegment(4, 1, 1, 0), RDMA_MSG);
        assertFails(lists -> lists.writeChunk().writeChunk(), RDMA_MSG);
        assertFails(lists -> written(lists.writeChunk(), 0, 1001), RDMA_MSG);
        assertFails(lists -> written(lists.writeChunk(), 0, -1), RDMA_MSG);
        assertFails(lists -> written(written(written(lists.writeChunk(), 0, 1), 1, 1), 1, 0), RDMA_MSG);
        assertFails(lists -> lists, RDMA_NOMSG);
        assertFails(lists -> replied(lists.replyChunk(), 501), RDMA_NOMSG);
        assertFails(lists -> replied(replied(lists.replyChunk(), 1), 0), RDMA_NOMSG);
    }

    @Test
    void shouldFailRepliesWithOtherKeysOrPlaces() {
        assertFails(lists -> written(lists.writeChunk(), 1, 1), RDMA_MSG);
        assertFails(
                lists -> lists.writeChunk().segment(offered.writeHandle(0, 0) ^ 1, 1, offered.writeOffset(0, 0)),
                RDMA_MSG);
        assertFails(
                lists -> lists.writeChunk().segment(offered.writeHandle(0, 0), 1, offered.writeOffset(0, 0) + 1),
                RDMA_MSG);
        assertFails(
                lists -> lists.replyChunk().segment(offered.writeHandle(0, 0), 1, offered.replyOffset(0)), RDMA_NOMSG);
        assertFails(
                lists -> lists.replyChunk().segment(offered.replyHandle(0), 1, offered.replyOffset(0) - 1), RDMA_NOMSG);
    }

    private void replyAndInvalidate(final int xid, final int key) {
        server.peer.sendWithInvalidate(server.bytes, reply(xid, 8, RDMA_MSG).finish(), key);
        server.simulation.run();
    }

    @Test
    void shouldInvalidateTheKeysThatThePeerLeavesValid() {
        for (int i = 0; i < 3; i++) {
            final Outcome outcome = call(XID);
            replyAndInvalidate(XID, i < 2 ? offered.writeHandle(0, i) : offered.replyHandle(0));
            assertTrue(outcome.isReply(), outcome.failure);
            assertEquals(0, TransportFixture.inUse(server.client.regions()));
        }
        assertEquals(List.of(), server.disconnections);
    }

    @Test
    void shouldDisconnectFromAPeerThatInvalidatesAForeignKey() {
        final Outcome outcome = call(XID);
        replyAndInvalidate(XID, offered.replyHandle(0) ^ 1 << 20);
        assertEquals(1, outcome.calls);
        assertEquals(1, server.disconnections.size());
        assertEquals(server.disconnections.get(0), outcome.failure);
    }

    /**
     * The first call releases its memory. The other call's key is already invalid, so the connection can no longer be
     * trusted.
     */
    @Test
    void shouldLoseTheConnectionToAPeerThatInvalidatesAnotherCallsKey() {
        final Outcome granting = call(XID);
        send(reply(XID, 8, RDMA_MSG).finish());
        assertTrue(granting.isReply());
        final Outcome first = call(XID + 1);
        final Outcome second = call(XID + 2);
        final UnsafeBuffer message = server.peer.messages.get(2);
        offered.wrap(message, 0, message.capacity());
        replyAndInvalidate(XID + 1, offered.replyHandle(0));
        assertTrue(first.isReply(), first.failure);
        send(reply(XID + 2, 8, RDMA_MSG).finish());
        assertEquals(1, second.calls);
        assertEquals(server.disconnections, List.of(second.failure));
    }

    @Test
    void shouldTakeTheLengthsThatTheReplySays() {
        final Outcome outcome = call(XID);
        final RpcRdmaHeaderWriter lists = reply(XID, 8, RDMA_NOMSG).writeChunk();
        send(replied(written(written(lists, 0, 1000), 1, 17).replyChunk(), 499).finish());
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(1017, outcome.writeChunkLengths[0]);
        assertEquals(499, outcome.replyChunkLength);
    }

    @Test
    void shouldFailACallThatIsAnsweredByAnError() {
        final Outcome chunk = call(XID);
        send(server.writer.wrap(server.bytes, 0, 4096).chunkError(XID, 1, 8));
        assertEquals("the peer answered ERR_CHUNK", chunk.failure);
        final Outcome version = call(XID);
        send(server.writer.wrap(server.bytes, 0, 4096).versionError(XID, 1, 8, 2, 3));
        assertEquals("the peer answered ERR_VERS: lowest=2 highest=3", version.failure);
    }

    @Test
    void shouldFailACallWhoseReplyHasABadHeader() {
        final Outcome cut = call(XID);
        reply(XID, 8, RDMA_MSG).writeChunk().segment(1, 1, 0).finish();
        send(30);
        assertEquals("the reply's header is invalid: truncated", cut.failure);
        final Outcome done = call(XID);
        reply(XID, 8, RDMA_MSG).finish();
        server.bytes.putInt(12, RDMA_DONE, BIG_ENDIAN);
        send(28);
        assertEquals("the message is not a reply: procedure=3", done.failure);
    }

    /** There are more replies than Receives. If a Receive were not reposted, a later reply would find no Receive. */
    @Test
    void shouldPostReceivesOfMalformedRepliesAgain() {
        for (int i = 0; i < 100; i++) {
            final Outcome cut = call(XID);
            reply(XID, 8, RDMA_MSG).writeChunk().segment(1, 1, 0).finish();
            send(30);
            assertEquals("the reply's header is invalid: truncated", cut.failure);
        }
        final Outcome whole = call(XID);
        send(reply(XID, 8, RDMA_MSG).finish());
        assertTrue(whole.isReply(), whole.failure);
        assertEquals(List.of(), server.disconnections);
    }

    @Test
    void shouldTakeNoCreditsFromARefusedHeader() {
        final Outcome first = call(XID);
        send(reply(XID, 2, RDMA_MSG).finish());
        assertTrue(first.isReply(), first.failure);
        assertEquals(2, server.client.creditsGranted());
        for (final int credits : new int[] {8, 0, -1}) {
            final Outcome cut = call(XID);
            reply(XID, credits, RDMA_MSG).writeChunk().segment(1, 1, 0).finish();
            send(30);
            assertEquals("the reply's header is invalid: truncated", cut.failure);
            assertEquals(2, server.client.creditsGranted(), "credits=" + credits);
        }
    }

    /** A buffer is reposted with its full length, regardless of its previous contents. */
    @Test
    void shouldTakeALongReplyAfterAShortOne() {
        for (int i = 0; i < 40; i++) {
            final Outcome brief = call(XID);
            send(reply(XID, 8, RDMA_MSG).finish());
            assertTrue(brief.isReply(), brief.failure);
            final Outcome full = call(XID);
            reply(XID, 8, RDMA_MSG).finish();
            send(LONGEST);
            assertTrue(full.isReply(), full.failure);
            assertEquals(LONGEST - RpcRdmaHeader.MIN_LENGTH, full.message.length);
        }
    }

    @Test
    void shouldIgnoreRepliesToNoCall() {
        final Outcome outcome = call(XID);
        for (int i = 0; i < 50; i++) {
            send(reply(XID + 1 + i, 8, RDMA_MSG).finish());
        }
        server.bytes.putInt(0, XID, BIG_ENDIAN);
        send(3);
        assertEquals(51, server.client.figures().repliesUnknown());
        assertEquals(0, outcome.calls);
        final int length = reply(XID, 8, RDMA_MSG).finish();
        send(length);
        send(length);
        assertEquals(1, outcome.calls);
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(52, server.client.figures().repliesUnknown());
        assertEquals(List.of(), server.disconnections);
    }

    @Test
    void shouldClampTheGrant() {
        assertEquals(1, server.client.creditsGranted());
        final int[] grants = {0, 1, 3, 8, 9, -1, 2};
        final int[] credits = {1, 1, 3, 8, 8, 8, 2};
        for (int i = 0; i < grants.length; i++) {
            final Outcome outcome = call(i);
            send(reply(i, grants[i], RDMA_MSG).finish());
            assertTrue(outcome.isReply(), outcome.failure);
            assertEquals(credits[i], server.client.creditsGranted(), "grant=" + grants[i]);
        }
    }

    @Test
    void shouldRequestItsCreditsAndReportTheGrant() {
        call(XID);
        final UnsafeBuffer message = server.peer.messages.get(0);
        final RpcRdmaHeader header = new RpcRdmaHeader();
        assertEquals(0, header.wrap(message, 0, message.capacity()));
        assertEquals(8, header.credits());
        assertEquals(1, header.writeChunkCount());
        // The iova of the Write segment contains the transaction id and the offset of the memory within its page. The
        // segment's handle is the key of its registration.
        assertEquals(XID, (int) (header.writeOffset(0, 0) >>> 32));
        assertEquals(block.address() & 0xfff, header.writeOffset(0, 0) & 0xfff);
        assertEquals(1, header.writeHandle(0, 0) & 0xff, "the key's low byte is stepped");
        send(reply(XID, 8, RDMA_MSG).finish());
    }

    @Test
    void shouldFailEveryCallWhenTheServerEnds() {
        final Outcome sent = call(XID);
        final Outcome queued = call(XID + 1);
        server.peer.disconnect();
        server.simulation.run();
        assertEquals("disconnected", sent.failure);
        assertEquals("disconnected", queued.failure);
        assertEquals(List.of("disconnected"), server.disconnections);
    }
}
