// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.testkit.Effort;

/** Tests captures that are crafted to require a lot of time or memory per byte. */
class HostileCaptureTest {
    private static final long SECRET = 0x1234_5678_9abc_def1L;

    private final Emitter emitter = new Emitter(message -> {}, new CaptureCounts());

    private Direction direction(final long from, final long to, final int queuePair, final int psn) {
        final Endpoints endpoints = new Endpoints(0, from, 0, to, queuePair, "", "");
        final ObservedConnection connection = new ObservedConnection(0, emitter, alone -> {});
        final Direction direction = new Direction(endpoints, connection, emitter);
        connection.add(direction);
        direction.sequence().start(psn);
        direction.sequence().advance(psn, 1, 0);
        return direction;
    }

    private static CapturedPacket packet(final int opcode, final long from, final long to, final int psn) {
        final CapturedPacket packet = new CapturedPacket();
        packet.opcode = opcode;
        packet.sourceLow = from;
        packet.destinationLow = to;
        packet.psn = psn;
        packet.buffer = new UnsafeBuffer(new byte[64]);
        packet.payloadLength = 64;
        packet.captured = 64;
        return packet;
    }

    @Test
    void shouldCompareAnAcknowledgementWithTheNewestDirectionsOnly() {
        final UnpairedDirections unpaired = new UnpairedDirections(new AddressHash(SECRET));
        final Direction first = direction(1, 2, 0, 1_000_000);
        unpaired.add(first);
        for (int i = 1; i < UnpairedDirections.MOST_COMPARED; i++) {
            unpaired.add(direction(1, 2, i, 5));
        }
        final Direction back = direction(2, 1, 7, 0);
        final CapturedPacket acknowledgement = packet(Opcodes.ACKNOWLEDGE, 2, 1, 1_000_000);
        assertSame(first, unpaired.partnerOf(back, acknowledgement));
        final Direction last = direction(1, 2, 999, 500_000);
        unpaired.add(last);
        assertNull(unpaired.partnerOf(back, acknowledgement), "one too many");
        assertSame(first, unpaired.oldestBackOf(packet(Opcodes.SEND_ONLY, 2, 1, 0)));
        assertSame(last, unpaired.partnerOf(back, packet(Opcodes.ACKNOWLEDGE, 2, 1, 500_001)));
        assertNull(unpaired.partnerOf(back, packet(Opcodes.ACKNOWLEDGE, 2, 1, 6)), "it may be any of several");
        unpaired.remove(last);
        assertSame(first, unpaired.partnerOf(back, acknowledgement));
    }

    @Test
    void shouldKeepUnpairedDirectionsInTheirOrder() {
        final UnpairedDirections unpaired = new UnpairedDirections(new AddressHash(SECRET));
        final Direction[] directions = new Direction[5];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = direction(1, 2, i, 5);
            unpaired.add(directions[i]);
        }
        final CapturedPacket back = packet(Opcodes.SEND_ONLY, 2, 1, 6);
        unpaired.remove(directions[2]);
        unpaired.remove(directions[2]);
        unpaired.remove(directions[0]);
        assertSame(directions[1], unpaired.oldestBackOf(back));
        unpaired.remove(directions[4]);
        final Direction other = direction(2, 1, 7, 0);
        assertNull(unpaired.onlyBackOf(other), "two are left");
        unpaired.remove(directions[1]);
        assertSame(directions[3], unpaired.oldestBackOf(back));
        assertSame(directions[3], unpaired.onlyBackOf(other));
        assertNull(unpaired.oldestBackOf(packet(Opcodes.SEND_ONLY, 1, 2, 6)), "not the way back");
        unpaired.remove(directions[3]);
        assertNull(unpaired.oldestBackOf(back));
        assertNull(unpaired.onlyBackOf(other));
    }

    @Test
    void shouldDistributeAddressesThatAreCraftedToCollide() {
        final AddressHash hash = new AddressHash(SECRET);
        final Set<Integer> buckets = new HashSet<>();
        for (int i = 0; i < 1024; i++) {
            buckets.add(hash.of(0xfd00L << 48 | i, 5 ^ i, 3, 4, 0x11) & 0xffff);
        }
        assertTrue(buckets.size() > 1000, "buckets=" + buckets.size());
        assertTrue(hash.of(1, 2, 3, 4, 5) != new AddressHash(SECRET + 1).of(1, 2, 3, 4, 5), "the secret decides");
    }

    @Test
    void shouldForgetNumbersLikeARingOfSingleBits() {
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        final SplittableRandom random = new SplittableRandom(seed);
        final SequenceWindow window = new SequenceWindow();
        final BitSet told = new BitSet(1 << 24);
        int next = random.nextInt(1 << 24);
        window.start(next);
        for (int i = 0; i < Effort.of(2_000, 20_000); i++) {
            final int span = random.nextInt(4) > 0
                    ? random.nextInt(1, 200)
                    : random.nextInt(SequenceWindow.SIZE - 70, SequenceWindow.SIZE + 1);
            window.advance(next, span, 0);
            for (int psn = 0; psn < span; psn++) {
                told.clear(next + psn & 0xff_ffff);
            }
            next = next + span & 0xff_ffff;
            for (int mark = 0; mark < 8; mark++) {
                final int psn = next - random.nextInt(1, SequenceWindow.SIZE + 1) & 0xff_ffff;
                assertEquals(told.get(psn), window.markTold(psn), "seed=" + seed + " round=" + i + " psn=" + psn);
                told.set(psn);
            }
        }
    }

    @Test
    void shouldNotReportASendMoreOftenThanItsSenderCanRepeatIt() throws IOException {
        final CaptureFile file = new CaptureFile();
        file.add(Roce.frame(1, 2, Opcodes.SEND_FIRST, 7, 10, new byte[256]));
        for (int i = 0; i < 3 * Assembly.MAX_ENDS; i++) {
            file.add(Roce.frame(1, 2, Opcodes.SEND_LAST, 7, 11, new byte[4]));
        }
        file.add(Roce.frame(1, 2, Opcodes.SEND_FIRST, 7, 10, new byte[256]));
        file.add(Roce.frame(1, 2, Opcodes.SEND_LAST, 7, 11, new byte[4]));
        final CaptureCounts counts = CaptureFile.read(file.pcap(), message -> {});
        assertEquals(Assembly.MAX_ENDS + 1, counts.sends(), "repeated from its first packet on it is reported again");
        assertEquals(0, counts.incompleteSends());
    }

    @Test
    void shouldReadADatagramAsOnePacketDespiteApparentHeaders() throws IOException {
        final ByteBuffer beginnings = ByteBuffer.allocate(60_000);
        while (beginnings.hasRemaining()) {
            beginnings
                    .put((byte) Opcodes.SEND_ONLY)
                    .put((byte) 0)
                    .putShort((short) -1)
                    .putInt(8);
        }
        final CaptureFile file = new CaptureFile();
        for (int i = 0; i < Effort.of(20, 2_000); i++) {
            file.add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 7, i, beginnings.array()));
        }
        final CaptureCounts counts = CaptureFile.read(file.pcap(), message -> {});
        assertEquals(file.frames.size(), counts.sends(), "no invariant CRC fits, and few are calculated");
    }

    @Test
    void shouldReleaseMemoryWithTheConnection() {
        final Direction direction = direction(1, 2, 7, 0);
        direction.take(packet(Opcodes.SEND_FIRST, 1, 2, 1));
        direction.take(packet(Opcodes.READ_REQUEST, 1, 2, 2));
        final int all = Emitter.UNFINISHED_BYTES;
        assertFalse(emitter.budget.take(all - ReadRequests.BYTES - 8191), "both take memory");
        direction.end();
        assertTrue(emitter.budget.take(all));
        assertFalse(emitter.budget.take(1), "nothing is released twice");
    }

    @Test
    void shouldNotTrackReadsWithoutMemory() {
        assertTrue(emitter.budget.take(Emitter.UNFINISHED_BYTES));
        final ObservedConnection connection = new ObservedConnection(0, emitter, alone -> {});
        final Endpoints to = new Endpoints(0, 1, 0, 2, 7, "", "");
        final Direction requester = new Direction(to, connection, emitter);
        final Direction responder = new Direction(to.back(8), connection, emitter);
        connection.add(requester);
        connection.add(responder);
        requester.take(packet(Opcodes.READ_REQUEST, 1, 2, 1));
        responder.take(packet(Opcodes.READ_RESPONSE_ONLY, 2, 1, 1));
        assertEquals(1, emitter.counts.unmatchedPackets());
    }

    @Test
    void shouldSkipManyEmptyGzipMembers() throws IOException {
        final CaptureFile file = new CaptureFile().add(Roce.frame(1, 2, Opcodes.SEND_ONLY, 7, 10, new byte[4]));
        final ByteArrayOutputStream members = new ByteArrayOutputStream();
        final byte[] empty = CaptureFile.gzip(new byte[0]);
        members.write(empty);
        for (int i = 0; i < 50_000; i++) {
            members.write(empty);
        }
        members.write(CaptureFile.gzip(file.pcap()));
        assertEquals(1, CaptureFile.read(members.toByteArray(), message -> {}).sends());
    }
}
