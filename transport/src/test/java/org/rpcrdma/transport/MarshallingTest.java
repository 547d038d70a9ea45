// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.call.ReceivedCall;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Tests which of five ways the transport chooses to transfer a call. As in xprtrdma, the choice depends on the call's
 * data and the inline thresholds.
 */
class MarshallingTest extends TransportTest {
    /**
     * The threshold of 4096 bytes minus the length of the longest header. With regions of 1 MB, the longest header
     * contains three segments.
     */
    private static final int LONGEST_CALL = 4096 - (28 + 3 * 24 + 4 + 16 + 4);

    private static final int LONGEST_REPLY = 4096 - (28 + 4 + 3 * 16 + 4);

    /** The last call as received by the server. */
    private int procedure;

    private int reads;
    private int writeChunks;
    private int writeSegments;
    private boolean replyChunk;
    private byte[] stream;

    /** Assembles the call's XDR stream, and fills each result, or the entire reply, with a pattern. */
    private void serve(final RpcCall call) {
        final RpcRdmaHeader header = ReceivedCall.header(call);
        procedure = header.procedure();
        reads = header.readSegmentCount();
        writeChunks = header.writeChunkCount();
        writeSegments = writeChunks == 0 ? 0 : header.writeSegmentCount(0);
        replyChunk = header.hasReplyChunk();
        stream = stream(call);
        for (int i = 0; i < writeChunks; i++) {
            TransportFixture.fillPattern(call.writeChunk(i, call.writeChunkCapacity(i)), call.writeChunkCapacity(i), i);
        }
        final int length = replyChunk ? call.replyChunkCapacity() : 40;
        TransportFixture.fillPattern(call.replyMessage(), length, 9);
        call.reply(length);
    }

    /** Returns the message with all its arguments inserted and padded (RFC 8166, section 3.4.5). */
    private static byte[] stream(final RpcCall call) {
        int bytes = call.messageLength();
        for (int i = 0; i < call.readSegmentCount(); i++) {
            bytes += call.readPosition(i) == 0 ? 0 : call.readLength(i) + 3;
        }
        final byte[] whole = new byte[bytes];
        int from = 0;
        int to = 0;
        for (int i = 0; i < call.readSegmentCount(); ) {
            final int position = call.readPosition(i);
            if (position == 0) {
                i++;
                continue;
            }
            call.message().getBytes(call.messageOffset() + from, whole, to, position - to);
            from += position - to;
            to = position;
            for (; i < call.readSegmentCount() && call.readPosition(i) == position; i++) {
                call.readPayload().getBytes(call.readPayloadOffset(i), whole, to, call.readLength(i));
                to += call.readLength(i);
            }
            to = to + 3 & ~3;
        }
        call.message().getBytes(call.messageOffset() + from, whole, to, call.messageLength() - from);
        return Arrays.copyOf(whole, to + call.messageLength() - from + 3 & ~3);
    }

    private void start() {
        fixture.connect(this::serve);
    }

    /** Returns the expected stream for a message of the given length with an argument. */
    private static byte[] expected(final int message, final int offset, final int argument) {
        final int padded = argument + 3 & ~3;
        final byte[] whole = new byte[message + padded];
        for (int i = 0; i < message; i++) {
            whole[i < offset ? i : i + padded] = TransportFixture.pattern(7, i);
        }
        whole[0] = 0;
        whole[1] = 0;
        whole[2] = 0;
        whole[3] = 7;
        for (int i = 0; i < argument; i++) {
            whole[offset + i] = TransportFixture.pattern(3, i);
        }
        return whole;
    }

    @ParameterizedTest
    @CsvSource({
        // Columns: message length, argument length, procedure, number of Read segments.
        "64,   0,       0, 0",
        "3972, 0,       0, 0",
        "3976, 0,       1, 1",
        "4096, 0,       1, 1",
        "64,   1,       0, 0",
        "64,   3907,    0, 0",
        "64,   3908,    0, 0",
        "64,   3909,    0, 1",
        "64,   65537,   0, 1",
        "64,   3000000, 0, 3",
        "3972, 4,       0, 1",
        "3976, 4,       1, 2",
        "4096, 3000000, 1, 4"
    })
    void shouldChooseTheTransferOfACall(final int message, final int argument, final int wanted, final int segments) {
        assertEquals(3972, LONGEST_CALL);
        fixture.connect(this::serve, server -> server.maxPayload(4 * 1024 * 1024));
        final ClientCall call = fixture.stage(7, message);
        fixture.fill(1, argument, 3);
        if (argument > 0) {
            call.argument(40, fixture.address(1), argument);
        }
        fixture.send(call, message, 0).answered();
        assertEquals(wanted, procedure, "procedure");
        assertEquals(segments, reads, "Read segments");
        assertEquals(0, writeChunks);
        assertFalse(replyChunk);
        assertArrayEquals(expected(message, 40, argument), stream);
        assertEquals(0, fixture.regionsInUse());
    }

    @ParameterizedTest
    @ValueSource(ints = {3972, 3976, 4068})
    void shouldSendFittingDataInlineIfTheCallerChoosesTheChunks(final int message) {
        start();
        final ClientCall call = fixture.stage(7, message);
        call.explicitChunks();
        fixture.send(call, message, 0).answered();
        assertEquals(0, procedure, "procedure");
        assertEquals(0, reads);
        // The settings of a call do not apply to the next call, which reuses its memory.
        fixture.send(fixture.stage(7, 3976), 3976, 0).answered();
        assertEquals(1, procedure, "procedure");
    }

    @Test
    void shouldFailIfTheCallersChunksLeaveTooLittleRoomInline() {
        start();
        final ClientCall call = fixture.stage(7, 4072);
        call.explicitChunks();
        final Outcome outcome = fixture.send(call, 4072, 0);
        assertTrue(outcome.failure.startsWith("call does not fit inline: header=28 message=4072"), outcome.failure);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 70_000})
    void shouldPutSeveralArgumentsIntoTheirPlaces(final int big) {
        start();
        fixture.fill(0, 100_000, 3);
        final ClientCall call = fixture.stage(7, 64);
        call.argument(8, fixture.address(0), big);
        call.argument(40, fixture.address(0), 1);
        call.argument(40, fixture.address(0), 6);
        call.argument(64, fixture.address(0), 3);
        fixture.send(call, 64, 0).answered();
        assertEquals(big == 5 ? 0 : 4, reads);
        byte[] whole = expected(64, 64, 3);
        whole = insert(whole, 40, 6);
        whole = insert(whole, 40, 1);
        assertArrayEquals(insert(whole, 8, big), stream);
    }

    private static byte[] insert(final byte[] message, final int offset, final int argument) {
        final int padded = argument + 3 & ~3;
        final byte[] whole = new byte[message.length + padded];
        System.arraycopy(message, 0, whole, 0, offset);
        System.arraycopy(message, offset, whole, offset + padded, message.length - offset);
        for (int i = 0; i < argument; i++) {
            whole[offset + i] = TransportFixture.pattern(3, i);
        }
        return whole;
    }

    @ParameterizedTest
    @CsvSource({
        // Columns: longest reply, result length, number of Write chunks, number of their segments, Reply chunk.
        "100,     0,       0, 0, false",
        "4012,    0,       0, 0, false",
        "4013,    0,       0, 0, true",
        "4012,    3000,    0, 0, false",
        "4013,    3000,    1, 1, false",
        "100,     90,      0, 0, false",
        "3000500, 3000000, 1, 3, false",
        "8024,    4012,    1, 1, false",
        "8025,    4012,    0, 0, true",
        "8025,    4013,    1, 1, false"
    })
    void shouldChooseTheTransferOfAReply(
            final int longest, final int result, final int chunks, final int segments, final boolean isLong) {
        assertEquals(4012, LONGEST_REPLY);
        fixture.connect(this::serve, server -> server.maxPayload(4 * 1024 * 1024));
        final ClientCall call = fixture.stage(7, 64);
        if (result > 0) {
            call.result(fixture.address(0), result);
        }
        call.longestReply(fixture.address(4096), longest);
        final Outcome outcome = fixture.send(call, 64, result > 0 ? 1 : 0).answered();
        assertEquals(0, reads);
        assertEquals(chunks, writeChunks);
        assertEquals(segments, writeSegments);
        assertEquals(isLong, replyChunk);
        assertEquals(isLong, outcome.inReplyChunk);
        if (result > 0) {
            assertEquals(chunks == 0 ? 0 : result, outcome.writeChunkLengths[0]);
        }
        assertEquals(isLong ? longest : 0, outcome.replyChunkLength);
        if (isLong) {
            assertEquals(TransportFixture.pattern(9, longest - 1), fixture.memory.getByte(4096 + longest - 1));
        } else if (chunks > 0) {
            assertEquals(TransportFixture.pattern(0, result - 1), fixture.memory.getByte(result - 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 0, 0", "3972, 0, 0", "3973, 1, 1", "200000, 1, 1"})
    void shouldTakeAMessageFromTheCallersMemory(final int length, final int wanted, final int segments) {
        start();
        fixture.fill(10, length, 7);
        fixture.memory.putInt(10, 0x7788, BIG_ENDIAN);
        final ClientCall call = fixture.client.newCall();
        call.messageAt(fixture.address(10), length);
        assertEquals(0x7788, fixture.send(call, 0, 0).answered().xid);
        assertEquals(wanted, procedure);
        assertEquals(segments, reads);
        final byte[] sent = new byte[length + 3 & ~3];
        fixture.memory.getBytes(10, sent, 0, length);
        assertArrayEquals(sent, stream);
    }

    /** If the peer sends no private data, both thresholds are 1024 bytes. */
    @Test
    void shouldChooseByThePeersThresholds() {
        fixture.connect(this::serve, server -> server.bufferSize(1024));
        fixture.send(fixture.stage(7, 900), 900, 0).answered();
        assertEquals(0, procedure);
        final ClientCall call = fixture.stage(7, 904);
        call.longestReply(fixture.address(0), 941);
        final Outcome outcome = fixture.send(call, 904, 0).answered();
        assertEquals(1, procedure);
        assertTrue(replyChunk);
        assertEquals(941, outcome.replyChunkLength);
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether() {
        start();
        final ClientCall both = fixture.stage(1, 64);
        both.argument(40, fixture.address(0), 10);
        both.beginWriteChunk();
        assertThrows(IllegalStateException.class, () -> both.send(64, new Outcome()));
        final ClientCall noReply = fixture.stage(1, 64);
        noReply.result(fixture.address(0), 9);
        noReply.longestReply(fixture.address(0), 11);
        assertThrows(IllegalArgumentException.class, () -> noReply.send(64, new Outcome()));
        final ClientCall places = fixture.stage(1, 64);
        assertThrows(IllegalArgumentException.class, () -> places.argument(0, fixture.address(0), 1));
        assertThrows(IllegalArgumentException.class, () -> places.argument(6, fixture.address(0), 1));
        places.argument(40, fixture.address(0), 1);
        assertThrows(IllegalArgumentException.class, () -> places.argument(36, fixture.address(0), 1));
        assertThrows(IllegalArgumentException.class, () -> places.send(39, new Outcome()));
        final ClientCall elsewhere = fixture.stage(1, 64);
        elsewhere.messageAt(fixture.address(0), 36);
        assertThrows(IllegalArgumentException.class, () -> elsewhere.send(36, new Outcome()));
        elsewhere.argument(40, fixture.address(0), 1);
        assertThrows(IllegalArgumentException.class, () -> elsewhere.send(0, new Outcome()));
    }
}
