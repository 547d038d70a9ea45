// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.replay.ChunkKind.INLINE_CALL;
import static org.rpcrdma.replay.ChunkKind.INLINE_REPLY;
import static org.rpcrdma.replay.ChunkKind.POSITION_ZERO;
import static org.rpcrdma.replay.ChunkKind.READ;
import static org.rpcrdma.replay.ChunkKind.READ_BESIDE_POSITION_ZERO;
import static org.rpcrdma.replay.ChunkKind.READ_OF_SEVERAL_SEGMENTS;
import static org.rpcrdma.replay.ChunkKind.REPLY;
import static org.rpcrdma.replay.ChunkKind.REPLY_OF_SEVERAL_SEGMENTS;
import static org.rpcrdma.replay.ChunkKind.REPLY_UNUSED;
import static org.rpcrdma.replay.ChunkKind.SEVERAL_READS;
import static org.rpcrdma.replay.ChunkKind.SEVERAL_WRITES;
import static org.rpcrdma.replay.ChunkKind.WRITE;
import static org.rpcrdma.replay.ChunkKind.WRITE_BESIDE_REPLY;
import static org.rpcrdma.replay.ChunkKind.WRITE_OF_SEVERAL_SEGMENTS;
import static org.rpcrdma.replay.ChunkKind.WRITE_UNUSED;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.testkit.Effort;

/**
 * Replays the three captures through both endpoints. Compares the messages that the service and the client receive, and
 * the bytes on the wire, with the captures. <b>Equal to captured</b> means:
 *
 * <ul>
 *   <li>For each call, the service receives the message and Read chunks byte for byte as the captured client sent them
 *       and the captured server read them. For each reply, the client receives the message, Write chunks and Reply
 *       chunk as the captured server sent and wrote them ({@link PayloadCheck}). Memory is filled with other bytes
 *       before the peer writes to it.
 *   <li>Each Send of either end equals the captured Send byte for byte: transaction id, version, credits, procedure,
 *       position and length of each segment of each chunk list, the lengths that the server returns, and the message
 *       after the header. Only keys and addresses are specific to a run. In a reply, they must refer to the same
 *       segment as in the call, and as in the capture ({@link WireForm}). A Send invalidates a key if and only if the
 *       captured Send invalidates it.
 *   <li>The sizes and order of packets, acknowledgements and RDMA operations are not compared. Times are not compared
 *       either.
 * </ul>
 *
 * <p>The captures contain no reverse call, because their servers had no reason for a recall. They also contain no
 * Position-Zero Read chunk, no second Write chunk and no unused Reply chunk. Therefore, the same RPCs are replayed
 * again with other chunk lists ({@link OtherChunks}), and with the chunk lists that the transport chooses for smaller
 * and larger inline thresholds ({@link ReplayRig.Marshalling#BY_TRANSPORT}). In these replays, the reassembled messages
 * must equal the captured messages.
 */
class ReplayWireTest {
    private static final int CAPTURED_BUFFERS = 4096;

    @ParameterizedTest
    @CsvSource({"nfs3, 1", "nfs41, 16", "nfs42fio, 1"})
    void shouldPutTheCapturedMessagesOnTheWire(final String name, final int connections) throws IOException {
        replayAsCaptured(name, connections);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"nfs3, 64", "nfs41, 1", "nfs41, 64", "nfs42fio, 64"})
    void shouldPutTheMessagesOfManyConnectionsOnTheWire(final String name, final int connections) throws IOException {
        replayAsCaptured(name, connections);
    }

    private static void replayAsCaptured(final String name, final int connections) throws IOException {
        final Workload workload = ReplayRig.workload(name);
        final CapturedWire captured = CapturedWire.of(name);
        assertEquals(workload.rpcs(), captured.calls.size());
        try (ReplayRig rig =
                new ReplayRig(workload, ReplayRig.Marshalling.AS_CAPTURED, connections, CAPTURED_BUFFERS, false)) {
            rig.watch.expect(captured.calls::get, captured.replies::get);
            rig.run().assertNothingDiffers();
            assertEquals(connections * workload.payloadBytes(), rig.payloadBytes());
            assertEquals(kindsOf(name), rig.watch.kinds());
        }
    }

    private static Set<ChunkKind> kindsOf(final String name) {
        return switch (name) {
            case "nfs3", "nfs41" ->
                EnumSet.of(
                        INLINE_CALL,
                        INLINE_REPLY,
                        READ,
                        READ_OF_SEVERAL_SEGMENTS,
                        WRITE,
                        WRITE_OF_SEVERAL_SEGMENTS,
                        REPLY,
                        REPLY_OF_SEVERAL_SEGMENTS);
            default -> EnumSet.of(INLINE_CALL, INLINE_REPLY, READ, WRITE, REPLY);
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldReplayWithOtherChunksThanWereCaptured(final OtherChunks chunks) throws IOException {
        for (final String name : Effort.isFull() ? new String[] {"nfs3", "nfs41"} : new String[] {"nfs3"}) {
            for (final boolean shortRepliesInline : new boolean[] {false, true}) {
                replay(name, chunks, 1, shortRepliesInline, kindsOf(chunks, shortRepliesInline));
            }
        }
    }

    private static Set<ChunkKind> kindsOf(final OtherChunks chunks, final boolean shortRepliesInline) {
        return switch (chunks) {
            case SMALL_SEGMENTS -> EnumSet.of(READ_OF_SEVERAL_SEGMENTS, WRITE_OF_SEVERAL_SEGMENTS);
            case LONG_CALLS -> EnumSet.of(POSITION_ZERO, READ_BESIDE_POSITION_ZERO);
            case SEVERAL_READ_CHUNKS -> EnumSet.of(SEVERAL_READS);
            case SEVERAL_WRITE_CHUNKS -> EnumSet.of(SEVERAL_WRITES, WRITE_UNUSED);
            case REPLY_CHUNKS -> EnumSet.of(shortRepliesInline ? REPLY_UNUSED : REPLY, WRITE_BESIDE_REPLY);
        };
    }

    @ParameterizedTest
    @CsvSource({"nfs3, 1", "nfs41, 16", "nfs42fio, 1"})
    void shouldReplayWithEveryKindOfChunkAtOnce(final String name, final int connections) throws IOException {
        final UnaryOperator<Exchange> all =
                rpc -> OtherChunks.REPLY_CHUNKS.apply(OtherChunks.SEVERAL_WRITE_CHUNKS.apply(
                        OtherChunks.LONG_CALLS.apply(OtherChunks.SEVERAL_READ_CHUNKS.apply(rpc))));
        final Set<ChunkKind> kinds = EnumSet.of(
                POSITION_ZERO, READ_BESIDE_POSITION_ZERO, SEVERAL_READS, SEVERAL_WRITES, WRITE, WRITE_UNUSED, REPLY);
        replay(name, all, connections, false, kinds);
    }

    private static void replay(
            final String name,
            final UnaryOperator<Exchange> chunks,
            final int connections,
            final boolean shortRepliesInline,
            final Set<ChunkKind> kinds)
            throws IOException {
        final Workload captured = ReplayRig.workload(name);
        final Workload workload = ReplayRig.marshalledAgain(captured, chunks);
        final Map<Integer, WireForm> calls = new HashMap<>();
        final Map<Integer, WireForm> replies = new HashMap<>();
        for (int i = 0; i < workload.rpcs(); i++) {
            final Exchange exchange = workload.exchanges().get(i);
            calls.put(exchange.xid(), WireForm.expectedCall(exchange, ReplayRig.CLIENT_CREDITS));
            replies.put(exchange.xid(), expectedReply(exchange, shortRepliesInline));
            assertSameRpc(captured.exchanges().get(i), exchange);
        }
        try (ReplayRig rig = new ReplayRig(
                workload, ReplayRig.Marshalling.AS_CAPTURED, connections, CAPTURED_BUFFERS, shortRepliesInline)) {
            rig.watch.expect(calls::get, replies::get);
            rig.run().assertNothingDiffers();
            assertEquals(connections * workload.payloadBytes(), rig.payloadBytes());
            assertTrue(rig.watch.kinds().containsAll(kinds), () -> "wanted=" + kinds + " seen=" + rig.watch.kinds());
        }
    }

    private static WireForm expectedReply(final Exchange rpc, final boolean shortRepliesInline) {
        final boolean isShort = WireForm.inlineReplyLength(rpc) <= CAPTURED_BUFFERS;
        final boolean byChunk = rpc.replySegments().length > 0 && !(shortRepliesInline && isShort);
        return WireForm.expectedReply(rpc, ReplayRig.SERVER_CREDITS, byChunk);
    }

    /** Asserts that the other chunk lists transfer the same RPC. */
    private static void assertSameRpc(final Exchange captured, final Exchange other) {
        assertArrayEquals(WholeRpc.of(captured).call(), WholeRpc.of(other).call());
        assertArrayEquals(captured.reply(), other.reply());
        assertArrayEquals(joined(captured.written()), joined(other.written()));
    }

    private static byte[] joined(final byte[][] parts) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (final byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    /** Tests the smallest thresholds that private data can express, the captures' thresholds, and the largest. */
    @ParameterizedTest
    @CsvSource({"nfs3, 1024", "nfs3, 4096", "nfs3, 262144", "nfs41, 1024", "nfs42fio, 1024", "nfs42fio, 262144"})
    void shouldReplayAsTheTransportMarshals(final String name, final int bufferSize) throws IOException {
        final Workload workload = ReplayRig.workload(name);
        try (ReplayRig rig = new ReplayRig(workload, ReplayRig.Marshalling.BY_TRANSPORT, 2, bufferSize, false)) {
            rig.run().assertNothingDiffers();
            assertAllBytesCompared(workload, rig);
            assertEquals(kindsOf(name, bufferSize), rig.watch.kinds());
        }
    }

    private static void assertAllBytesCompared(final Workload workload, final ReplayRig rig) {
        final List<WholeRpc> whole =
                workload.exchanges().stream().map(WholeRpc::of).toList();
        final long calls = whole.stream().mapToLong(rpc -> rpc.call().length).sum();
        final long replies = whole.stream().mapToLong(rpc -> rpc.reply().length).sum();
        final int connections = rig.clients.size();
        assertEquals(connections * calls, rig.service.payloadBytes());
        final long missing = connections * (calls + replies) - rig.payloadBytes();
        assertTrue(missing >= 0 && missing < 4L * connections * workload.rpcs(), "padding stays behind: " + missing);
    }

    /** Returns the kinds of chunks that occur. With larger buffers, only the longest calls and replies need chunks. */
    private static Set<ChunkKind> kindsOf(final String name, final int bufferSize) {
        final boolean hasLongWrites = !name.equals("nfs42fio");
        final Set<ChunkKind> kinds = EnumSet.of(INLINE_CALL, INLINE_REPLY);
        if (bufferSize < 1 << 18 || hasLongWrites) {
            kinds.addAll(EnumSet.of(READ, WRITE));
        }
        if (hasLongWrites) {
            kinds.addAll(EnumSet.of(READ_OF_SEVERAL_SEGMENTS, WRITE_OF_SEVERAL_SEGMENTS));
        }
        if (bufferSize < 1 << 18) {
            kinds.add(REPLY);
        }
        if (bufferSize == 1024 && hasLongWrites) {
            kinds.add(POSITION_ZERO);
        }
        return kinds;
    }

    /** A byte is inverted on the wire, but the checksum is still correct. */
    @ParameterizedTest
    @CsvSource({"SEND, true", "WRITE, true", "SEND, false", "READ_RESPONSE, false"})
    void shouldFindAByteThatTheWireInverted(final PacketKind kind, final boolean byServer) throws IOException {
        final Workload workload = ReplayRig.workload("nfs41");
        try (ReplayRig rig = new ReplayRig(workload, ReplayRig.Marshalling.AS_CAPTURED, 1, CAPTURED_BUFFERS, false)) {
            final SimulatedDevice sender = byServer ? rig.serverDevice : rig.clientDevice;
            sender.faults().flipByte(PacketFilter.of(kind), 5, 80);
            rig.run();
            assertEquals(1, sender.faults().statistics().corrupted());
            assertEquals(1, rig.corruptions());
        }
    }

    @Test
    void shouldFindAMessageThatIsNotTheCapturedOne() throws IOException {
        final CapturedWire captured = CapturedWire.of("nfs41");
        final Exchange rpc = ReplayRig.workload("nfs41").exchanges().get(7);
        final WireForm reply = captured.replies.get(rpc.xid());
        assertEquals(WireForm.expectedReply(rpc, 64, rpc.replySegments().length > 0), reply);
        rpc.reply()[rpc.reply().length - 1] ^= 1;
        assertFalse(reply.equals(WireForm.expectedReply(rpc, 64, false)));
        assertFalse(captured.calls.get(rpc.xid()).equals(WireForm.expectedCall(rpc, 127)));
    }
}
