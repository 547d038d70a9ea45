// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.fillPattern;
import static org.rpcrdma.transport.TransportFixture.pattern;
import static org.rpcrdma.transport.TransportFixture.writeChunk;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class ChunkTest extends TransportTest {
    @Test
    void shouldPullAReadChunkOfSeveralSegments() {
        final List<byte[]> pulled = new ArrayList<>();
        final RpcService service = call -> {
            assertEquals(4, call.readSegmentCount());
            assertEquals(48, call.readPosition(0));
            assertEquals(48, call.readPosition(2));
            assertEquals(60, call.readPosition(3));
            for (int i = 0; i < 4; i++) {
                final byte[] bytes = new byte[call.readLength(i)];
                call.readPayload().getBytes(call.readPayloadOffset(i), bytes);
                pulled.add(bytes);
            }
            assertEquals(64, call.messageLength());
            TransportFixture.echo(call);
        };
        fixture.connect(service);
        final int[] offsets = {0, 5000, 200_001, 65_536};
        final int[] lengths = {4096, 1, 131_072, 777};
        final ClientCall call = fixture.stage(9, 64);
        for (int i = 0; i < 4; i++) {
            fixture.fill(offsets[i], lengths[i], i);
            call.readSegment(i < 3 ? 48 : 60, fixture.address(offsets[i]), lengths[i]);
        }
        fixture.send(call, 64, 0).answered();
        for (int i = 0; i < 4; i++) {
            final byte[] expected = new byte[lengths[i]];
            fixture.memory.getBytes(offsets[i], expected);
            assertArrayEquals(expected, pulled.get(i));
        }
        assertEquals(0, fixture.regionsInUse());
    }

    @Test
    void shouldWriteAlongTheSegmentsAndReportHowMuch() {
        final RpcService service = call -> {
            assertEquals(3, call.writeChunkCount());
            assertEquals(3000, call.writeChunkCapacity(0));
            assertEquals(8192, call.writeChunkCapacity(1));
            assertEquals(100, call.writeChunkCapacity(2));
            fillPattern(call.writeChunk(0, 2500), 2500, 1);
            call.writeChunk(1, 0);
            fillPattern(call.writeChunk(2, 100), 100, 3);
            TransportFixture.echo(call);
        };
        fixture.connect(service);
        fixture.memory.setMemory(0, 100_000, (byte) 0x55);
        final ClientCall call = fixture.stage(9, 64);
        call.beginWriteChunk();
        call.writeSegment(fixture.address(10_000), 1000);
        call.writeSegment(fixture.address(20_000), 1000);
        call.writeSegment(fixture.address(30_000), 1000);
        writeChunk(call, fixture.address(40_000), 8192);
        writeChunk(call, fixture.address(60_000), 100);
        assertArrayEquals(new int[] {2500, 0, 100}, fixture.send(call, 64, 3).answered().writeChunkLengths);
        assertPattern(10_000, 0, 1000, 1);
        assertPattern(20_000, 1000, 1000, 1);
        assertPattern(30_000, 2000, 500, 1);
        assertPattern(60_000, 0, 100, 3);
        assertEquals(2500 + 100, countChanged(100_000));
    }

    @Test
    void shouldSendTheReplyByTheReplyChunk() {
        final RpcService service = call -> {
            assertTrue(call.hasReplyChunk());
            assertEquals(12_000, call.replyChunkCapacity());
            assertEquals(12_000, call.replyMessage().capacity());
            fillPattern(call.replyMessage(), 9000, 4);
            call.reply(9000);
        };
        fixture.connect(service);
        final ClientCall call = fixture.stage(9, 64);
        call.replySegment(fixture.address(4096), 4000);
        call.replySegment(fixture.address(20_000), 4000);
        call.replySegment(fixture.address(40_000), 4000);
        final Outcome outcome = fixture.send(call, 64, 0).answered();
        assertTrue(outcome.inReplyChunk);
        assertEquals(9000, outcome.replyChunkLength);
        assertEquals(0, outcome.message.length);
        assertPattern(4096, 0, 4000, 4);
        assertPattern(20_000, 4000, 4000, 4);
        assertPattern(40_000, 8000, 1000, 4);
    }

    @Test
    void shouldTakeTheMessageOutOfAPositionZeroChunk() {
        final RpcService service = call -> {
            assertEquals(0, call.messageOffset());
            assertEquals(9000, call.messageLength());
            for (int i = 0; i < 9000; i++) {
                assertEquals(pattern(2, i), call.message().getByte(i), "at " + i);
            }
            assertEquals(3, call.readSegmentCount());
            assertEquals(9000, call.readPayloadOffset(2));
            assertEquals(pattern(5, 0), call.readPayload().getByte(9000));
            call.replyMessage().putInt(0, 1);
            call.reply(4);
        };
        fixture.connect(service);
        fixture.fill(1000, 9000, 2);
        fixture.fill(50_000, 500, 5);
        final ClientCall call = fixture.stage(0x77, 4);
        call.readSegment(0, fixture.address(1000), 5000);
        call.readSegment(0, fixture.address(6000), 4000);
        call.readSegment(80, fixture.address(50_000), 500);
        assertEquals(0x77, fixture.send(call, 0, 0).answered().xid);
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheChunks() {
        final RpcService service = call -> {
            assertThrows(IllegalArgumentException.class, () -> call.writeChunk(0, 101));
            assertThrows(IllegalArgumentException.class, () -> call.writeChunk(0, -1));
            call.writeChunk(0, 50);
            assertThrows(IllegalStateException.class, () -> call.writeChunk(0, 50));
            assertThrows(IndexOutOfBoundsException.class, () -> call.writeChunk(1, 1));
            final int room = call.replyMessage().capacity();
            assertEquals(4096 - 28 - 24, room);
            assertThrows(IllegalArgumentException.class, () -> call.reply(room + 1));
            assertThrows(IllegalArgumentException.class, () -> call.reply(-1));
            call.reply(room);
            assertThrows(IllegalStateException.class, () -> call.reply(1));
            assertThrows(IllegalStateException.class, call::drop);
            assertThrows(IllegalStateException.class, call::message);
        };
        fixture.connect(service);
        final ClientCall call = fixture.stage(1, 64);
        writeChunk(call, fixture.address(0), 100);
        assertEquals(4096 - 28 - 24, fixture.send(call, 64, 1).answered().message.length);
    }

    @Test
    void shouldFailACallThatCannotBeSent() {
        fixture.connect(TransportFixture::echo);
        final ClientCall tooLong = fixture.stage(1, 64);
        tooLong.replySegment(fixture.address(0), 4096);
        final Outcome first = fixture.send(tooLong, 4096, 0);
        assertEquals("call does not fit inline: header=48 message=4096 inlineThreshold=4096", first.failure);

        final ClientCall tooMany = fixture.stage(2, 64);
        for (int i = 0; i < 65; i++) {
            tooMany.readSegment(4, fixture.address(0), 4);
        }
        assertEquals("call has too many segments: segments=65 limit=64", fixture.send(tooMany, 64, 0).failure);

        final ClientCall notMemory = fixture.stage(3, 64);
        notMemory.readSegment(4, fixture.address(0), 4096);
        notMemory.readSegment(4, fixture.address(TransportFixture.MEMORY - 4), 4096);
        final Outcome third = fixture.send(notMemory, 64, 0);
        assertFalse(third.isReply());
        assertTrue(third.failure.startsWith("chunk memory cannot be registered: EFAULT"), third.failure);
        assertEquals(0, fixture.regionsInUse());

        assertTrue(fixture.send(fixture.stage(5, 64), 64, 0).isReply(), "the grant");
        final Outcome fourth = new Outcome();
        final Outcome same = new Outcome();
        fixture.stage(4, 64).send(64, fourth);
        fixture.stage(4, 64).send(64, same);
        fixture.run();
        assertTrue(fourth.isReply(), fourth.failure);
        assertEquals("transaction id is already in use: xid=0x4", same.failure);
        assertEquals(List.of(), fixture.disconnections);
    }

    private void assertPattern(final int offset, final int from, final int length, final int seed) {
        for (int i = 0; i < length; i++) {
            assertEquals(pattern(seed, from + i), fixture.memory.getByte(offset + i), "offset=" + offset + " at=" + i);
        }
    }

    private int countChanged(final int length) {
        int changed = 0;
        for (int i = 0; i < length; i++) {
            changed += fixture.memory.getByte(i) != 0x55 ? 1 : 0;
        }
        // Pattern bytes that equal the background have also been written, so count them.
        for (int i = 0; i < 2500; i++) {
            changed += pattern(1, i) == 0x55 ? 1 : 0;
        }
        for (int i = 0; i < 100; i++) {
            changed += pattern(3, i) == 0x55 ? 1 : 0;
        }
        return changed;
    }
}
