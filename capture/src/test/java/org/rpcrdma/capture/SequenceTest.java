// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Opcodes;

class SequenceTest {
    private static final int QP = 0x11;

    /** A reported message. */
    private record Told(String kind, boolean again, int rkey, long address, byte[] bytes) {}

    private final CaptureFile file = new CaptureFile();
    private final List<Told> told = new ArrayList<>();
    private CaptureCounts counts;

    private void read() throws IOException {
        counts = CaptureFile.read(file.pcap(), new EveryMessage() {
            @Override
            void add(final String kind, final CapturedMessage message) {
                final byte[] bytes = new byte[message.length()];
                message.buffer().getBytes(message.offset(), bytes);
                told.add(new Told(kind, message.retransmitted(), message.rkey(), message.address(), bytes));
            }
        });
    }

    private void send(final int opcode, final int psn, final byte[] bytes) {
        file.add(Roce.frame(1, 2, opcode, QP, psn, bytes));
    }

    private static byte[] join(final byte[]... parts) {
        int length = 0;
        for (final byte[] part : parts) {
            length += part.length;
        }
        final ByteBuffer joined = ByteBuffer.allocate(length);
        for (final byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }

    private final byte[] a = Roce.payload(256, 1);
    private final byte[] b = Roce.payload(256, 2);
    private final byte[] c = Roce.payload(77, 3);

    private void threePackets(final int psn) {
        send(Opcodes.SEND_FIRST, psn, a);
        send(Opcodes.SEND_MIDDLE, psn + 1, b);
        send(Opcodes.SEND_LAST, psn + 2, c);
    }

    @Test
    void shouldReassembleASendAcrossASequenceNumberWrap() throws IOException {
        for (int psn = 0xff_fffc; psn <= 0x100_0000; psn++) {
            file.frames.clear();
            told.clear();
            threePackets(psn);
            read();
            assertEquals(1, told.size(), "psn=" + psn);
            assertArrayEquals(join(a, b, c), told.get(0).bytes());
            assertEquals(0, counts.gaps());
            assertEquals(0, counts.incompleteSends());
        }
    }

    @Test
    void shouldReportARetransmittedSendAgain() throws IOException {
        threePackets(10);
        threePackets(10);
        send(Opcodes.SEND_ONLY, 13, c);
        send(Opcodes.SEND_ONLY, 13, c);
        send(Opcodes.SEND_LAST, 12, c);
        read();
        assertEquals(
                List.of(false, true, false, true, true),
                told.stream().map(Told::again).toList());
        assertArrayEquals(join(a, b, c), told.get(1).bytes());
        assertArrayEquals(join(a, b, c), told.get(4).bytes());
        assertEquals(0, counts.gaps());
        assertEquals(5, counts.retransmittedPackets());
    }

    @Test
    void shouldCompleteASendWhosePacketWasRepeatedOnly() throws IOException {
        send(Opcodes.SEND_FIRST, 10, a);
        send(Opcodes.SEND_LAST, 12, c);
        send(Opcodes.SEND_ONLY, 13, b);
        send(Opcodes.SEND_MIDDLE, 11, b);
        send(Opcodes.SEND_LAST, 12, c);
        send(Opcodes.SEND_ONLY, 13, b);
        read();
        assertEquals(
                List.of(false, false, true, true),
                told.stream().map(Told::again).toList());
        assertArrayEquals(b, told.get(0).bytes());
        assertArrayEquals(join(a, b, c), told.get(1).bytes(), "reported for the first time, so not marked");
        assertEquals(0, counts.gaps());
        assertEquals(0, counts.incompleteSends());
    }

    @Test
    void shouldDropASendThatLostAPacket() throws IOException {
        send(Opcodes.SEND_LAST, 8, c);
        send(Opcodes.SEND_FIRST, 10, a);
        send(Opcodes.SEND_LAST, 12, c);
        send(Opcodes.SEND_ONLY, 13, b);
        read();
        assertEquals(1, told.size());
        assertArrayEquals(b, told.get(0).bytes());
        assertEquals(2, counts.gaps());
        assertEquals(2, counts.incompleteSends());
    }

    @Test
    void shouldLimitTheLengthOfASend() throws IOException {
        final byte[] large = Roce.payload(4096, 1);
        send(Opcodes.SEND_FIRST, 0, large);
        for (int psn = 1; psn < 300; psn++) {
            send(Opcodes.SEND_MIDDLE, psn, large);
        }
        send(Opcodes.SEND_LAST, 300, large);
        read();
        assertTrue(told.isEmpty());
        assertEquals(0, counts.sends());
        assertTrue(counts.incompleteSends() > 0);
    }

    @Test
    void shouldPlaceWritesByTheirNumbers() throws IOException {
        final byte[] reth = Roce.reth(0xf000_0000_0000_1000L, 0xabc, 256 + 256 + 77);
        send(Opcodes.WRITE_FIRST, 0xff_ffff, join(reth, a));
        send(Opcodes.WRITE_LAST, 1, c);
        send(Opcodes.WRITE_MIDDLE, 0, b);
        send(Opcodes.WRITE_LAST, 1, c);
        send(Opcodes.WRITE_MIDDLE, 9, b);
        read();
        assertEquals(
                List.of(0L, 512L, 256L, 512L),
                told.stream().map(t -> t.address() - 0xf000_0000_0000_1000L).toList());
        assertEquals(
                List.of(false, false, false, true),
                told.stream().map(Told::again).toList());
        assertTrue(told.stream().allMatch(t -> t.rkey() == 0xabc && t.kind().equals("write")));
        assertArrayEquals(b, told.get(2).bytes());
        assertEquals(1, counts.unmatchedPackets());
    }

    @Test
    void shouldMatchReadAnswersToTheirRequests() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 100, Roce.reth(0x1000, 0x51, 589)));
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 103, Roce.reth(0x9000, 0x52, 77)));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 100, Roce.aeth(), a));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_MIDDLE, QP, 101, b));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 102, Roce.aeth(), c));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_ONLY, QP, 103, Roce.aeth(), c));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_ONLY, QP, 103, Roce.aeth(), c));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_ONLY, QP, 99, Roce.aeth(), c));
        file.add(Roce.frame(2, 1, Opcodes.SEND_ONLY, 7, 104, c));
        read();
        assertEquals(
                List.of("read", "read", "read", "read", "read", "send"),
                told.stream().map(Told::kind).toList());
        assertEquals(
                List.of(0x1000L, 0x1100L, 0x1200L, 0x9000L, 0x9000L, 0L),
                told.stream().map(Told::address).toList());
        assertEquals(
                List.of(0x51, 0x51, 0x51, 0x52, 0x52, 0),
                told.stream().map(Told::rkey).toList());
        assertEquals(
                List.of(false, false, false, false, true, false),
                told.stream().map(Told::again).toList());
        assertArrayEquals(b, told.get(1).bytes());
        assertEquals(1, counts.unmatchedPackets());
        assertEquals(0, counts.gaps(), "a READ takes up a number for every packet of its answer");
    }

    @Test
    void shouldOrderPacketsAfterAReadBeforeTheMtuIsKnown() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 100, Roce.reth(0x1000, 0x51, 589)), 0);
        file.add(Roce.frame(2, 1, Opcodes.SEND_LAST, 7, 105, c), 1);
        file.add(Roce.frame(2, 1, Opcodes.SEND_FIRST, 7, 103, a), 2);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 100, Roce.aeth(), a), 3);
        file.add(Roce.frame(2, 1, Opcodes.SEND_MIDDLE, 7, 104, b), 4);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_MIDDLE, QP, 101, b), 5);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 102, Roce.aeth(), c), 6);
        read();
        final List<Told> sends =
                told.stream().filter(t -> t.kind().equals("send")).toList();
        assertEquals(1, sends.size());
        assertArrayEquals(join(a, b, c), sends.get(0).bytes());
        assertEquals(0, counts.gaps());
        assertEquals(0, counts.incompleteSends());
    }

    @Test
    void shouldHoldAResponseForItsReadBeforeTheMtuIsKnown() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 100, Roce.reth(0x1000, 0x51, 589)), 0);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 105, Roce.aeth(), c), 1);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 103, Roce.aeth(), a), 2);
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 103, Roce.reth(0x9000, 0x52, 589)), 3);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_MIDDLE, QP, 104, b), 4);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 100, Roce.aeth(), a), 5);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_MIDDLE, QP, 101, b), 6);
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 102, Roce.aeth(), c), 7);
        read();
        assertEquals(6, told.stream().filter(t -> t.kind().equals("read")).count());
        assertEquals(0, counts.unmatchedPackets());
        assertEquals(0, counts.gaps());
    }

    @Test
    void shouldNotMatchALastPacketWithAnEarlierRead() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 100, Roce.reth(0x1000, 0x51, 589)));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 100, Roce.aeth(), a));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_MIDDLE, QP, 101, b));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 102, Roce.aeth(), c));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 104, Roce.aeth(), c));
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 103, Roce.reth(0x9000, 0x52, 333)));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 103, Roce.aeth(), a));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 104, Roce.aeth(), c));
        read();
        assertEquals(
                List.of(0x1000L, 0x1100L, 0x1200L, 0x9000L, 0x9100L),
                told.stream().map(Told::address).toList());
        assertTrue(told.stream().noneMatch(Told::again));
        assertEquals(1, counts.unmatchedPackets());
    }

    @Test
    void shouldNotReportAGapIfAMissingReadIsRepeated() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 100, Roce.reth(0x1000, 0x51, 589)));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 100, Roce.aeth(), a));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 101, Roce.aeth(), b));
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 101, Roce.reth(0x1100, 0x51, 333)));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_FIRST, QP, 101, Roce.aeth(), b));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_LAST, QP, 102, Roce.aeth(), c));
        read();
        assertEquals(0, counts.gaps());
    }

    @Test
    void shouldNotReportMoreThanARequestCovers() throws IOException {
        file.add(Roce.frame(2, 1, Opcodes.READ_REQUEST, 7, 100, Roce.reth(0x1000, 0x51, 76)));
        file.add(Roce.frame(1, 2, Opcodes.READ_RESPONSE_ONLY, QP, 100, Roce.aeth(), c));
        send(Opcodes.WRITE_FIRST, 0, join(Roce.reth(0, 1, 300), a));
        send(Opcodes.WRITE_MIDDLE, 1, b);
        read();
        assertEquals(1, told.size());
        assertEquals(2, counts.unmatchedPackets());
    }

    @Test
    void shouldForgetDistantNumbersButNotCloseOnes() {
        final SequenceWindow window = new SequenceWindow();
        window.start(5);
        window.advance(5, 1, 0);
        assertFalse(window.markTold(5));
        assertTrue(window.markTold(5));
        assertTrue(window.isSeen(5));
        window.advance(6, 1, 0);
        assertEquals(SequenceWindow.SIZE - 2, window.ahead(5 + SequenceWindow.SIZE), "a gap");
        window.skipTo(5 + SequenceWindow.SIZE);
        window.advance(5 + SequenceWindow.SIZE, 1, 0);
        assertFalse(window.markTold(5 + SequenceWindow.SIZE), "the ring has moved on");
        assertTrue(window.isSeen(6));
        assertFalse(window.isSeen(5));
        assertFalse(window.isNear(5 - 2 * SequenceWindow.SIZE));
    }
}
