// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.mad.ManagementLayout;
import org.rpcrdma.roce.CrcResidue;
import org.rpcrdma.roce.InvariantCrc;
import org.rpcrdma.roce.Opcodes;
import org.rpcrdma.roce.PseudoHeader;
import org.rpcrdma.roce.RoceLayout;

class RoceFrameTest {
    private static final int IP = RoceLayout.ETHERNET_LENGTH;
    private static final int BTH = IP + RoceLayout.IPV4_LENGTH + RoceLayout.UDP_LENGTH;
    private static final int EXTENSION = BTH + RoceLayout.BTH_LENGTH;

    private final InvariantCrc icrc = new InvariantCrc();
    private final RoceFrame frame = new RoceFrame(icrc);
    private final Packet packet = new Packet();
    private int flowLabel;

    private int read(final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        return new FrameParser(packet).parse(LinkTypes.ETHERNET, buffer, 0, bytes.length, bytes.length);
    }

    private static boolean isOf(final CaptureFile.Frame captured, final int icrcOf) {
        final UnsafeBuffer buffer = new UnsafeBuffer(captured.bytes());
        return buffer.getInt(captured.bytes().length - RoceLayout.ICRC_LENGTH, LITTLE_ENDIAN) == icrcOf;
    }

    /** The frame's bytes. */
    private byte[] written() {
        final byte[] bytes = new byte[frame.length()];
        frame.buffer().getBytes(0, bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldComputeTheInvariantCrcThatSoftRoceSent(final String capture) {
        int packets = 0;
        for (final CaptureFile.Frame captured : CaptureFile.sample(capture).frames) {
            if (read(captured.bytes()) == FrameParser.ROCE) {
                final int end = captured.bytes().length - RoceLayout.ICRC_LENGTH;
                assertTrue(isOf(captured, icrc.of(packet.buffer, IP, end)), "packet " + packets);
                packets++;
            }
        }
        assertTrue(packets > 1000, "packets=" + packets);
    }

    /** A receiver of datagrams does not see the identification, which soft-RoCE counts. */
    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldFindTheIdentificationFromTheCrcThatSoftRoceSent(final String capture) {
        final CrcResidue residues = new CrcResidue(8192);
        final ByteBuffer datagram = ByteBuffer.allocateDirect(8192);
        int packets = 0;
        for (final CaptureFile.Frame captured : CaptureFile.sample(capture).frames) {
            if (read(captured.bytes()) == FrameParser.ROCE) {
                final PseudoHeader header = header();
                final int length = captured.bytes().length - BTH;
                datagram.clear().put(captured.bytes(), BTH, length);
                final int identification = packet.buffer.getShort(IP + RoceLayout.IPV4_IDENTIFICATION, BIG_ENDIAN);
                assertEquals(identification & 0xffff, identification(residues, header, datagram, length));
                packets++;
            }
        }
        assertTrue(packets > 1000, "packets=" + packets);
    }

    private PseudoHeader header() {
        final int udp = IP + RoceLayout.IPV4_LENGTH;
        return PseudoHeader.of(
                address((int) packet.sourceLow, packet.buffer.getShort(udp, BIG_ENDIAN)),
                address((int) packet.destinationLow, (short) RoceLayout.ROCE_PORT));
    }

    private static InetSocketAddress address(final int ipv4, final short port) {
        try {
            final byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array();
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port & 0xffff);
        } catch (final UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private int identification(
            final CrcResidue residues, final PseudoHeader header, final ByteBuffer datagram, final int length) {
        final int end = length - RoceLayout.ICRC_LENGTH;
        header.setPayloadLength(length);
        final int received = Integer.reverseBytes(datagram.getInt(end));
        final int residue = received ^ icrc.of(header, datagram, end);
        final int bytes = header.length() - header.bytesToIdentification() + end;
        final int found = residues.unknown(residue, bytes);
        datagram.clear();
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            final int damaged = residues.unknown(residue ^ 1 << bit, bytes);
            assertTrue(damaged != found, "bit " + bit);
        }
        return found;
    }

    /** All but the Ethernet addresses: soft-RoCE's numbers, source ports and checksums, too. */
    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldWriteEachPacketOfACaptureAsSoftRoceDid(final String capture) {
        int packets = 0;
        for (final CaptureFile.Frame captured : CaptureFile.sample(capture).frames) {
            if (read(captured.bytes()) == FrameParser.ROCE) {
                copy();
                final byte[] expected = captured.bytes();
                final byte[] actual = written();
                assertEquals(expected.length, actual.length, "length of packet " + packets);
                Arrays.fill(expected, 0, RoceLayout.ETHER_TYPE, (byte) 0);
                Arrays.fill(actual, 0, RoceLayout.ETHER_TYPE, (byte) 0);
                assertArrayEquals(expected, actual, "packet " + packets);
                packets++;
            }
        }
        assertTrue(packets > 1000, "packets=" + packets);
    }

    /** Writes what was read, through the methods that a sender uses. */
    private void copy() {
        frame.route((int) packet.sourceLow, (int) packet.destinationLow);
        final int psn = packet.buffer.getInt(BTH + RoceLayout.BTH_PSN, BIG_ENDIAN);
        frame.transport(0x11, packet.destinationQueuePair, packet.psn, psn < 0, false);
        frame.flow(flowLabel);
        final int word = packet.buffer.getInt(EXTENSION, BIG_ENDIAN);
        final int length = (int) packet.dmaLength;
        final long address = packet.address;
        switch (packet.opcode) {
            case Opcodes.SEND_FIRST -> frame.send(true, false);
            case Opcodes.SEND_MIDDLE -> frame.send(false, false);
            case Opcodes.SEND_LAST -> frame.send(false, true);
            case Opcodes.SEND_ONLY -> frame.send(true, true);
            case Opcodes.SEND_ONLY_INVALIDATE -> frame.sendWithInvalidate(true, word);
            case Opcodes.SEND_LAST_INVALIDATE -> frame.sendWithInvalidate(false, word);
            case Opcodes.WRITE_FIRST -> frame.write(true, false, address, packet.rkey, length);
            case Opcodes.WRITE_MIDDLE -> frame.write(false, false, address, packet.rkey, length);
            case Opcodes.WRITE_LAST -> frame.write(false, true, address, packet.rkey, length);
            case Opcodes.WRITE_ONLY -> frame.write(true, true, address, packet.rkey, length);
            case Opcodes.READ_REQUEST -> frame.readRequest(address, packet.rkey, length);
            case Opcodes.READ_RESPONSE_FIRST -> frame.readResponse(true, false, word);
            case Opcodes.READ_RESPONSE_MIDDLE -> frame.readResponse(false, false, word);
            case Opcodes.READ_RESPONSE_LAST -> frame.readResponse(false, true, word);
            case Opcodes.READ_RESPONSE_ONLY -> frame.readResponse(true, true, word);
            case Opcodes.ACKNOWLEDGE -> frame.acknowledge(word >>> 24, word);
            case Opcodes.DATAGRAM_SEND_ONLY -> {
                frame.management();
                frame.number(packet.psn);
                learnFlowLabel();
            }
            default -> throw new AssertionError("opcode=" + packet.opcode);
        }
        frame.buffer().putBytes(frame.payloadOffset(), packet.buffer, packet.payloadOffset, packet.payloadLength);
        frame.end(packet.payloadLength);
        frame.seal(packet.buffer.getShort(IP + RoceLayout.IPV4_IDENTIFICATION, BIG_ENDIAN));
    }

    /** A connection request says which label the packets behind it have; its ports decide it. */
    private void learnFlowLabel() {
        final int datagram = packet.payloadOffset;
        if (ManagementDatagram.attribute(packet) == ManagementLayout.CONNECT_REQUEST) {
            flowLabel = ManagementLayout.REQUEST_FLOW_LABEL.get(packet.buffer, datagram);
            final int port = ManagementLayout.IP_PORT.get(packet.buffer, datagram);
            assertEquals(port * 31 + 20_049 & 0xf_ffff, flowLabel);
        }
    }

    @Test
    void shouldGiveBothWaysTheSamePortWhereNoFlowLabelIsAgreedOn() {
        frame.transport(0x11, 0xabcdef, 1, false, false);
        final short there = frame.buffer().getShort(IP + RoceLayout.IPV4_LENGTH, BIG_ENDIAN);
        frame.transport(0xabcdef, 0x11, 1, false, false);
        assertEquals(there, frame.buffer().getShort(IP + RoceLayout.IPV4_LENGTH, BIG_ENDIAN));
        assertEquals(0xc000, there & 0xc000);

        frame.transport(0x12, 0xabcdef, 1, false, false);
        assertNotEquals(there, frame.buffer().getShort(IP + RoceLayout.IPV4_LENGTH, BIG_ENDIAN));
    }

    @Test
    void shouldWriteImmediateData() {
        begin();
        frame.writeWithImmediate(true, 0x1234_5678_9abcL, 0x77, 3, 0xcafe);
        frame.buffer().putBytes(frame.payloadOffset(), new byte[] {1, 2, 3});
        frame.end(3);

        final byte[] bytes = written();
        assertEquals(FrameParser.ROCE, read(bytes));
        assertEquals(Opcodes.WRITE_ONLY_IMMEDIATE, packet.opcode);
        assertEquals(0x1234_5678_9abcL, packet.address);
        assertEquals(0x77, packet.rkey);
        assertEquals(3, packet.payloadLength);
        assertEquals(0xcafe, packet.buffer.getInt(packet.payloadOffset - 4, BIG_ENDIAN));
        assertEquals(0, bytes.length - BTH & 3);
    }

    @Test
    void shouldWriteTheLastPartOfAMessageWithImmediateData() {
        begin();
        frame.sendWithImmediate(false, 0xcafe);
        frame.end(0);

        assertEquals(FrameParser.ROCE, read(written()));
        assertEquals(Opcodes.SEND_LAST_IMMEDIATE, packet.opcode);
        assertEquals(0xcafe, packet.buffer.getInt(EXTENSION, BIG_ENDIAN));
    }

    @Test
    void shouldWriteAtomics() {
        begin();
        frame.compareAndSwap(0x1000, 0x77, 5, 6);
        frame.end(0);

        assertEquals(FrameParser.ROCE, read(written()));
        assertEquals(Opcodes.COMPARE_SWAP, packet.opcode);
        assertEquals(0x1000, packet.buffer.getLong(EXTENSION, BIG_ENDIAN));
        assertEquals(0x77, packet.buffer.getInt(EXTENSION + 8, BIG_ENDIAN));
        assertEquals(6, packet.buffer.getLong(EXTENSION + 12, BIG_ENDIAN));
        assertEquals(5, packet.buffer.getLong(EXTENSION + 20, BIG_ENDIAN));

        begin();
        frame.fetchAndAdd(0x1000, 0x77, 9);
        frame.end(0);
        assertEquals(FrameParser.ROCE, read(written()));
        assertEquals(9, packet.buffer.getLong(EXTENSION + 12, BIG_ENDIAN));

        begin();
        frame.atomicResponse(7, 11);
        frame.end(0);
        assertEquals(FrameParser.ROCE, read(written()));
        assertEquals(AckSyndrome.ACK << 24 | 7, packet.buffer.getInt(EXTENSION, BIG_ENDIAN));
        assertEquals(11, packet.buffer.getLong(EXTENSION + 4, BIG_ENDIAN));
    }

    @Test
    void shouldSayThatItIsSolicitedAndToBeAcknowledged() {
        frame.route(1, 2);
        frame.transport(0x11, 0x12, 0x1ff_ffff, true, true);
        frame.send(true, true);
        frame.end(1);

        final byte[] bytes = written();
        assertEquals(FrameParser.ROCE, read(bytes));
        assertEquals(0xff_ffff, packet.psn);
        assertEquals(0x80 | 3 << 4, bytes[BTH + 1] & 0xff);
        assertEquals(0x80, bytes[BTH + 8] & 0xff);
    }

    @Test
    void shouldChangeTheCrcWithTheSmallestPartOfAPacket() {
        begin();
        frame.send(true, true);
        frame.end(64);
        final byte[] bytes = written();
        final int end = bytes.length - RoceLayout.ICRC_LENGTH;
        final int before = icrc.of(new UnsafeBuffer(bytes), IP, end);
        bytes[end - 1] ^= 1;
        assertNotEquals(before, icrc.of(new UnsafeBuffer(bytes), IP, end));
    }

    private void begin() {
        frame.route(0x0a620001, 0x0a620002);
        frame.transport(0x11, 0x12, 1, false, false);
    }
}
