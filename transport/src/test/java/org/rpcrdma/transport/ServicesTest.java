// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.program.StoreProtocol;
import org.rpcrdma.transport.program.StoreService;

/** Tests the library's services with every way of transferring their data. */
class ServicesTest extends TransportTest {
    private static final int OBJECT = 200_000;
    private static final int TAG = 0x7a6b5c4d;

    private int xid;

    private void echo() {
        fixture.connect(new EchoService());
    }

    private Outcome send(final ClientCall call, final int length) {
        return fixture.send(call, length, 0).answered();
    }

    private static int word(final Outcome outcome, final int at) {
        return new UnsafeBuffer(outcome.message).getInt(at, BIG_ENDIAN);
    }

    private static void assertAccepted(final Outcome outcome, final int status) {
        assertEquals(1, word(outcome, 4));
        assertEquals(0, word(outcome, 8));
        assertEquals(status, word(outcome, 20));
    }

    @Test
    void shouldAnswerNull() {
        echo();
        final ClientCall call = fixture.client.newCall();
        final Outcome outcome = send(call, EchoProtocol.writeNull(call.message(), 5));
        assertEquals(24, outcome.message.length);
        assertEquals(5, word(outcome, 0));
        assertAccepted(outcome, RpcProgram.SUCCESS);
    }

    private static byte[] pattern(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = TransportFixture.pattern(77, i);
        }
        return bytes;
    }

    /** The body of the call continues after the chunk. */
    @ParameterizedTest
    @CsvSource({"1000, 1000, 0", "1, 1, 1", "9001, 4096, 2", "9001, 9001, 3"})
    void shouldEchoAChunkOfSeveralSegments(final int length, final int segment, final int padding) {
        echo();
        fixture.memory.putBytes(0, pattern(length));
        final ClientCall call = fixture.client.newCall();
        for (int at = 0; at < length; at += segment) {
            final int rest = Math.min(segment, length - at);
            final boolean last = at + segment >= length;
            call.readSegment(EchoProtocol.DATA, fixture.address(at), last ? rest + padding : rest);
        }
        call.beginWriteChunk();
        call.writeSegment(fixture.address(100_000), 5000);
        call.writeSegment(fixture.address(150_000), 5000);
        final Outcome outcome = fixture.send(call, EchoProtocol.writeEchoOfChunk(call.message(), 5, length, TAG), 1)
                .answered();
        assertEquals(32, outcome.message.length);
        assertEquals(length, word(outcome, 24));
        assertEquals(TAG, word(outcome, 28));
        assertEquals(length, outcome.writeChunkLengths[0]);
        final byte[] echoed = new byte[length];
        final int first = Math.min(length, 5000);
        fixture.memory.getBytes(100_000, echoed, 0, first);
        fixture.memory.getBytes(150_000, echoed, first, length - first);
        assertArrayEquals(pattern(length), echoed);
    }

    @Test
    void shouldRefuseAnEchoThatItsWriteChunkDoesNotHold() {
        echo();
        final ClientCall call = fixture.client.newCall();
        call.readSegment(EchoProtocol.DATA, fixture.address(0), 100);
        TransportFixture.writeChunk(call, fixture.address(1000), 99);
        final Outcome outcome = fixture.send(call, EchoProtocol.writeEchoOfChunk(call.message(), 5, 100, TAG), 0);
        assertEquals("the peer answered ERR_CHUNK", outcome.failure);
    }

    @Test
    void shouldAnswerUnknownProcedures() {
        echo();
        assertAccepted(altered(12, 99), RpcProgram.PROG_UNAVAIL);
        final Outcome mismatch = altered(16, 2);
        assertAccepted(mismatch, RpcProgram.PROG_MISMATCH);
        assertEquals(1, word(mismatch, 24));
        assertEquals(1, word(mismatch, 28));
        assertAccepted(altered(20, 2), RpcProgram.PROC_UNAVAIL);
        assertAccepted(altered(40, 1000), RpcProgram.GARBAGE_ARGS);
        assertAccepted(altered(40, -1), RpcProgram.GARBAGE_ARGS);
        final Outcome denied = altered(8, 3);
        assertEquals(1, word(denied, 8));
        assertEquals(0, word(denied, 12));
    }

    private Outcome altered(final int at, final int word) {
        final ClientCall call = fixture.client.newCall();
        final int length = EchoProtocol.writeEcho(call.message(), xid++, 20, TAG);
        call.message().putInt(at, word, BIG_ENDIAN);
        return send(call, length);
    }

    private Outcome read(final long object, final long offset, final int count, final int room) {
        final ClientCall call = fixture.client.newCall();
        if (room > 0) {
            TransportFixture.writeChunk(call, fixture.address(0), room);
        }
        final Outcome outcome = new Outcome(room > 0 ? 1 : 0);
        call.send(StoreProtocol.writeRead(call.message(), xid++, object, offset, count), outcome);
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        return outcome;
    }

    private Outcome writeChunk(final long object, final long offset, final int length) {
        final ClientCall call = fixture.client.newCall();
        call.readSegment(StoreProtocol.WRITE_DATA, fixture.address(1_000_000), length);
        return send(call, StoreProtocol.writeWriteOfChunk(call.message(), xid++, object, offset, length, TAG));
    }

    private static int status(final Outcome outcome) {
        return StoreProtocol.status(new UnsafeBuffer(outcome.message), 0, outcome.message.length);
    }

    private static int value(final Outcome outcome) {
        return StoreProtocol.value(new UnsafeBuffer(outcome.message), 0, outcome.message.length);
    }

    private void onStore(final Consumer<StoreService> test) {
        final StoreService[] store = new StoreService[1];
        fixture.connect(call -> store[0].onCall(call), server -> {
            store[0] = new StoreService(TransportFixture.device(server).memory(), OBJECT, 2);
            return server;
        });
        test.accept(store[0]);
        fixture.client.close();
        fixture.server.close();
        store[0].close();
    }

    @Test
    void shouldReadWhatWasWrittenByChunks() {
        onStore(store -> {
            fixture.memory.putBytes(1_000_000, pattern(100_000));
            final Outcome written = writeChunk(-7, 50_000, 100_000);
            assertEquals(StoreProtocol.OK, status(written));
            assertEquals(TAG, value(written));
            final Outcome got = read(-7, 49_998, 80_000, 90_000);
            assertEquals(StoreProtocol.OK, status(got));
            assertEquals(80_000, value(got));
            assertEquals(80_000, got.writeChunkLengths[0]);
            assertEquals(0, fixture.memory.getShort(0));
            for (int i = 2; i < 80_000; i++) {
                assertEquals(TransportFixture.pattern(77, i - 2), fixture.memory.getByte(i), "at " + i);
            }
            assertEquals(0, fixture.memory.getByte(80_000));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100, 1001, 3000})
    void shouldReadWhatWasWrittenInline(final int length) {
        onStore(store -> {
            final ClientCall call = fixture.client.newCall();
            call.message().putBytes(StoreProtocol.WRITE_DATA, pattern(length));
            final Outcome written = send(call, StoreProtocol.writeWrite(call.message(), 99, 1, 3, length, TAG));
            assertEquals(StoreProtocol.OK, status(written));
            final Outcome got = read(1, 3, length, 0);
            assertEquals(length, value(got));
            assertEquals(StoreProtocol.READ_DATA + (length + 3 & -4), got.message.length);
            final byte[] data = new byte[length];
            System.arraycopy(got.message, StoreProtocol.READ_DATA, data, 0, length);
            assertArrayEquals(pattern(length), data);
        });
    }

    @Test
    void shouldReadAtMostWhatExistsAndFits() {
        onStore(store -> {
            writeChunk(1, 0, 10);
            assertEquals(100, value(read(1, OBJECT - 100, 1000, 1000)));
            assertEquals(0, value(read(1, OBJECT, 1000, 1000)));
            assertEquals(0, value(read(1, Long.MAX_VALUE, -1, 1000)));
            assertEquals(0, value(read(1, Long.MIN_VALUE, -1, 1000)));
            assertEquals(999, value(read(1, 0, -1, 999)));
            assertEquals(4096 - 28 - 32, value(read(1, 0, 100_000, 0)));
        });
    }

    @Test
    void shouldReportMissingAndOversizedData() {
        onStore(store -> {
            assertEquals(StoreProtocol.NO_OBJECT, status(read(1, 0, 10, 10)));
            assertEquals(StoreProtocol.TOO_LARGE, status(writeChunk(1, OBJECT - 9, 10)));
            assertEquals(StoreProtocol.TOO_LARGE, status(writeChunk(1, Long.MAX_VALUE, 10)));
            assertEquals(StoreProtocol.TOO_LARGE, status(writeChunk(1, -1, 10)));
            assertEquals(0, store.objects());
            assertEquals(StoreProtocol.OK, status(writeChunk(1, OBJECT - 10, 10)));
            assertEquals(StoreProtocol.OK, status(writeChunk(2, 0, 10)));
            assertEquals(StoreProtocol.NO_SPACE, status(writeChunk(3, 0, 10)));
            assertEquals(2, store.objects());
        });
    }
}
