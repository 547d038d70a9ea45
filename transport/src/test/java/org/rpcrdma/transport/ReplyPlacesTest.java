// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Tests replies that consist of several memory ranges. They are pulled up, gathered, sent in chunks, or not sent at
 * all.
 */
class ReplyPlacesTest extends TransportTest {
    private static final int ROOM = 1 << 20;

    private final WeakDevice device = new WeakDevice(1000, 1000, 512, 4);
    private final AtomicReference<RpcService> service = new AtomicReference<>();
    private MemoryBlock block;
    private UnsafeBuffer memory;
    private int done;

    private void connect(final boolean shortRepliesInline) {
        fixture.open(
                call -> service.get().onCall(call),
                server -> server.device(device.over(TransportFixture.device(server)))
                        .shortRepliesInline(shortRepliesInline));
        block = device.device.memory().allocate(ROOM, 4096);
        memory = new UnsafeBuffer(block.address(), ROOM);
        for (int i = 0; i < ROOM; i++) {
            memory.putByte(i, (byte) (i * 7 + (i >> 8)));
        }
        fixture.connect();
    }

    /** Answers with a transaction id and the first bytes of the block, in the given number of parts. */
    private void answer(final RpcCall call, final int parts, final int length) {
        call.replyMessage().putInt(0, call.xid(), BIG_ENDIAN);
        for (int i = 0; i < parts; i++) {
            call.replyPart(block.address() + i * length, length);
        }
        call.whenDone(() -> done++);
        call.reply(4);
    }

    private void assertAnswer(final Outcome outcome, final int length) {
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(4 + length, outcome.message.length);
        for (int i = 0; i < length; i++) {
            assertEquals(memory.getByte(i), outcome.message[4 + i], "at " + i);
        }
        assertEquals(1, done);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 479, 0",
        "1, 480, 1",
        "2, 240, 2",
        "3, 160, 3",
        "3, 159, 0",
        "1, 4064, 1",
        "3, 1354, 3",
        "4, 500, 0",
        "5, 812, 0"
    })
    void shouldPullUpShortRepliesAndGatherOthers(final int parts, final int length, final int mappings) {
        service.set(call -> answer(call, parts, length));
        connect(false);
        // The first call allocates the send buffer.
        fixture.send(fixture.stage(1, 64), 64, 0);
        final int before = device.mappingsToDevice;
        done = 0;
        assertAnswer(fixture.send(fixture.stage(2, 64), 64, 0), parts * length);
        assertEquals(mappings, device.mappingsToDevice - before);
        close();
    }

    private void close() {
        fixture.disconnect();
        fixture.server.close();
        block.close();
    }

    @Test
    void shouldRefuseMoreThanFits() {
        service.set(call -> {
            call.replyPart(block.address(), 4065);
            assertMessage(
                    IllegalArgumentException.class,
                    "reply message does not fit: messageLength=4 capacity=3",
                    () -> call.reply(4));
            assertThrows(IllegalArgumentException.class, () -> call.replyPart(block.address(), -1));
            call.reply(3);
        });
        connect(false);
        assertEquals(1, fixture.send(fixture.stage(1, 64), 64, 0).calls);
        close();
    }

    /**
     * The reply consists of 4 bytes and 5 parts of 3001 bytes. It is written to segments of irregular sizes, with 4
     * elements per WRITE.
     */
    @Test
    void shouldWriteAReplyInPartsAlongTheReplyChunk() {
        service.set(call -> answer(call, 5, 3001));
        connect(false);
        final ClientCall call = fixture.stage(1, 64);
        final int[] segments = {100, 13_000, 7, 2000};
        for (int i = 0; i < segments.length; i++) {
            call.replySegment(fixture.address(100_000 * i), segments[i]);
        }
        final Outcome outcome = fixture.send(call, 64, 0);
        assertTrue(outcome.inReplyChunk);
        assertEquals(15_009, outcome.replyChunkLength);
        int at = -4;
        for (int i = 0; i < segments.length; i++) {
            for (int k = 0; k < segments[i] && at < 5 * 3001; k++, at++) {
                assertTrue(
                        at < 0 || memory.getByte(at) == fixture.memory.getByte(100_000 * i + k),
                        "segment " + i + " at " + k);
            }
        }
        assertEquals(1, done);
        close();
    }

    @Test
    void shouldWriteMemoryOfTheServiceIntoAWriteChunk() {
        service.set(call -> {
            call.writeChunk(0, block.address() + 5, 70_000);
            assertThrows(IllegalStateException.class, () -> call.writeChunk(0, block.address(), 1));
            assertThrows(IllegalStateException.class, () -> call.writeChunk(0, 70_000));
            assertThrows(IllegalArgumentException.class, () -> call.writeChunk(0, block.address(), 100_001));
            answer(call, 0, 0);
        });
        connect(false);
        for (int xid = 1; xid < 4; xid++) {
            final ClientCall call = fixture.stage(xid, 64);
            call.beginWriteChunk();
            call.writeSegment(fixture.address(0), 30_000);
            call.writeSegment(fixture.address(100_000), 70_000);
            final Outcome outcome = fixture.send(call, 64, 1);
            assertEquals(70_000, outcome.writeChunkLengths[0], outcome.failure);
            for (int i = 0; i < 70_000; i++) {
                assertEquals(memory.getByte(5 + i), fixture.memory.getByte(i < 30_000 ? i : 70_000 + i), "at " + i);
            }
        }
        assertEquals(3, done);
        close();
    }

    @Test
    void shouldShortenAWriteChunk() {
        service.set(call -> {
            call.writeChunk(0, 1000).setMemory(0, 1000, (byte) 9);
            assertEquals(300, call.writeChunk(0, 300).capacity());
            assertThrows(IllegalStateException.class, () -> call.writeChunk(0, 301));
            answer(call, 0, 0);
        });
        connect(false);
        final ClientCall call = fixture.stage(1, 64);
        TransportFixture.writeChunk(call, fixture.address(0), 1000);
        final Outcome outcome = fixture.send(call, 64, 1);
        assertEquals(300, outcome.writeChunkLengths[0], outcome.failure);
        assertEquals(9, fixture.memory.getByte(299));
        assertEquals(0, fixture.memory.getByte(300));
        close();
    }

    @ParameterizedTest
    @CsvSource({
        "false, 1, 100, true",
        "true, 1, 100, false",
        "true, 1, 600, false",
        "true, 2, 1000, false",
        "true, 3, 900, false",
        "true, 1, 4044, false",
        "true, 1, 4045, true"
    })
    void shouldSendFittingRepliesInlineOnRequest(
            final boolean inline, final int parts, final int length, final boolean inChunk) {
        service.set(call -> answer(call, parts, length));
        connect(inline);
        final ClientCall call = fixture.stage(1, 64);
        call.replySegment(fixture.address(0), 20_000);
        final Outcome outcome = fixture.send(call, 64, 0);
        assertEquals(inChunk, outcome.inReplyChunk, outcome.failure);
        if (inChunk) {
            assertEquals(4 + parts * length, outcome.replyChunkLength);
        } else {
            assertAnswer(outcome, parts * length);
            assertEquals(0, fixture.memory.getInt(0), "the chunk was not used");
        }
        close();
    }

    @Test
    void shouldAnswerThatChunksAreTooSmall() {
        service.set(call -> {
            call.whenDone(() -> done++);
            call.writeChunk(0, 10);
            call.refuse();
            assertThrows(IllegalStateException.class, call::refuse);
        });
        connect(false);
        final ClientCall call = fixture.stage(1, 64);
        TransportFixture.writeChunk(call, fixture.address(0), 1000);
        final Outcome outcome = fixture.send(call, 64, 1);
        assertFalse(outcome.isReply());
        assertEquals("the peer answered ERR_CHUNK", outcome.failure);
        assertEquals(1, fixture.metrics().errorsSent());
        assertEquals(0, fixture.metrics().repliesSent());
        assertEquals(0, fixture.metrics().invalidationsSent(), "an error is a plain Send");
        assertEquals(1, done);
        assertEquals(0, fixture.regionsInUse());
        service.set(again -> answer(again, 0, 0));
        done = 0;
        assertAnswer(fixture.send(fixture.stage(2, 64), 64, 0), 0);
        close();
    }

    @Test
    void shouldReportThatACallIsDoneEvenIfItsConnectionEnds() {
        final AtomicReference<RpcCall> held = new AtomicReference<>();
        service.set(call -> {
            call.whenDone(() -> done++);
            held.set(call);
        });
        connect(false);
        fixture.send(fixture.stage(1, RpcRdmaHeader.MIN_LENGTH), 28, 0);
        fixture.disconnect();
        assertEquals(0, done);
        held.get().replyPart(block.address(), 1000);
        held.get().reply(4);
        fixture.run();
        assertEquals(1, done);
        assertEquals(0, fixture.server.connections());
        close();
    }
}
