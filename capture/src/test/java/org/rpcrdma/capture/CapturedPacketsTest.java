// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.capture.frame.FrameParser;
import org.rpcrdma.capture.frame.Layer;
import org.rpcrdma.capture.frame.LinkTypes;
import org.rpcrdma.rnic.roce.CrcResidue;
import org.rpcrdma.rnic.roce.FlowLabel;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RoceLayout;
import org.rpcrdma.rnic.roce.RocePacket;

/** Compares the packets that the codec produces with packets that soft-RoCE sent. */
class CapturedPacketsTest {
    private static final int IP = RoceLayout.ETHERNET_LENGTH;
    private static final int UDP = IP + RoceLayout.IPV4_LENGTH;
    private static final int BTH = UDP + RoceLayout.UDP_LENGTH;

    private final InvariantCrc icrc = new InvariantCrc();
    private final InternetHeader header = new InternetHeader();
    private final ByteBuffer datagram = ByteBuffer.allocateDirect(8192);
    private final RocePacket written = new RocePacket(datagram);
    private final RocePacket read = new RocePacket();
    private final CapturedPacket packet = new CapturedPacket();
    private int flowLabel;
    private int packets;

    private boolean isRoce(final byte[] bytes) {
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final FrameParser parser = new FrameParser();
        if (parser.parse(LinkTypes.ETHERNET, buffer, 0, bytes.length, bytes.length, 0) != Layer.DATAGRAM) {
            return false;
        }
        final DatagramSplitter splitter = new DatagramSplitter();
        splitter.begin(parser.frame());
        return splitter.next(packet) == Layer.DATAGRAM;
    }

    private void route() {
        final int port = packet.buffer.getShort(UDP, BIG_ENDIAN);
        header.route(0, packet.sourceLow, 0, packet.destinationLow).ports(port, RoceLayout.ROCE_PORT);
    }

    /** Soft-RoCE increments the identification, but a receiver of datagrams does not learn its value. */
    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldFindTheIdentificationFromTheCrcThatSoftRoceSent(final String capture) {
        final CrcResidue residues = new CrcResidue(8192);
        for (final CaptureFile.Frame captured : CaptureFile.sample(capture).frames) {
            if (isRoce(captured.bytes())) {
                route();
                final int length = captured.bytes().length - BTH;
                datagram.clear().put(captured.bytes(), BTH, length);
                final int identification = packet.buffer.getShort(IP + RoceLayout.IPV4_IDENTIFICATION, BIG_ENDIAN);
                assertEquals(identification & 0xffff, identification(residues, length));
                packets++;
            }
        }
        assertTrue(packets > 1000, "packets=" + packets);
    }

    private int identification(final CrcResidue residues, final int length) {
        final int end = length - RocePacket.ICRC_LENGTH;
        header.setPayloadLength(length);
        final int received = Integer.reverseBytes(datagram.getInt(end));
        final int residue = received ^ icrc.of(header, datagram, end);
        final int bytes = header.bytesFromIdentification() + end;
        final int found = residues.unknown(residue, bytes);
        datagram.clear();
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            final int damaged = residues.unknown(residue ^ 1 << bit, bytes);
            assertTrue(damaged != found, "bit " + bit);
        }
        return found;
    }

    /**
     * Compares all bytes except the bytes that depend on the host's state: the identification, the checksums that cover
     * it, and the source ports.
     */
    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldWriteEachPacketOfACaptureAsSoftRoceDid(final String capture) {
        final UnsafeBuffer ip = new UnsafeBuffer(new byte[9000]);
        for (final CaptureFile.Frame captured : CaptureFile.sample(capture).frames) {
            if (isRoce(captured.bytes())) {
                copy(captured.bytes());
                final int end = written.end(packet.payloadLength);
                route();
                checkPort(packet.buffer.getShort(UDP, BIG_ENDIAN) & 0xffff);
                final int length = header.write(ip, written.bytes(), icrc.seal(header, datagram, end));
                final byte[] actual = new byte[length - RocePacket.ICRC_LENGTH];
                ip.getBytes(0, actual);
                final byte[] expected = Arrays.copyOfRange(captured.bytes(), IP, IP + actual.length);
                assertEquals(captured.bytes().length, IP + length, "length of packet " + packets);
                assertArrayEquals(withoutCounts(expected), withoutCounts(actual), "packet " + packets);
                packets++;
            }
        }
        assertTrue(packets > 1000, "packets=" + packets);
    }

    private static byte[] withoutCounts(final byte[] ip) {
        Arrays.fill(ip, RoceLayout.IPV4_IDENTIFICATION, RoceLayout.IPV4_IDENTIFICATION + 2, (byte) 0);
        Arrays.fill(ip, RoceLayout.IPV4_CHECKSUM, RoceLayout.IPV4_CHECKSUM + 2, (byte) 0);
        return ip;
    }

    /** Writes the parsed packet again, using the methods that a sender uses. */
    private void copy(final byte[] frame) {
        read.wrap(packet.buffer, BTH, frame.length - BTH);
        final int opcode = read.opcode();
        written.begin(opcode, read.destination(), read.psn(), read.isAckRequested(), read.isSolicited());
        if (Opcodes.hasReth(opcode)) {
            written.memory(read.address(), read.key(), read.dmaLength());
        } else if (Opcodes.invalidates(opcode)) {
            written.invalidated(read.invalidated());
        } else if (opcode == Opcodes.DATAGRAM_SEND_ONLY) {
            written.datagram(read.queueKey(), read.source());
            learnFlowLabel();
        } else if (Opcodes.extensionLength(opcode) != 0) {
            written.answer(read.syndrome(), read.messageSequence());
        }
        written.bytes().putBytes(written.payloadOffset(), packet.buffer, packet.payloadOffset, packet.payloadLength);
    }

    /** Reads a connection request, whose ports determine the flow label of the packets that follow. */
    private void learnFlowLabel() {
        if (packet.get(ManagementLayout.ATTRIBUTE) == ManagementLayout.CONNECT_REQUEST) {
            flowLabel = packet.get(ManagementLayout.REQUEST_FLOW_LABEL);
            assertEquals(packet.get(ManagementLayout.IP_PORT) * 31 + 20_049 & 0xf_ffff, flowLabel);
        }
    }

    private void checkPort(final int port) {
        if (packet.opcode != Opcodes.DATAGRAM_SEND_ONLY) {
            assertEquals(port, FlowLabel.sourcePort(flowLabel));
        }
    }
}
