// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.mad.ManagementLayout;
import org.rpcrdma.roce.Opcodes;

/**
 * Holds the writer against what Linux sent: the datagrams of a sample capture, written again from the values in them.
 */
class ConnectionDatagramTest {
    private static final int MESSAGE = ManagementLayout.MESSAGE_AT;

    private final UnsafeBuffer written = new UnsafeBuffer(new byte[ConnectionDatagram.LENGTH]);
    private final ConnectionDatagram writer = new ConnectionDatagram();
    private final List<UnsafeBuffer> captured = captured();

    /** REQ, REP and RTU of the capture. */
    private static List<UnsafeBuffer> captured() {
        final List<UnsafeBuffer> datagrams = new ArrayList<>();
        final Packet packet = new Packet();
        for (final CaptureFile.Frame frame : CaptureFile.sample("nfs3").frames) {
            final UnsafeBuffer buffer = new UnsafeBuffer(frame.bytes());
            final int kind =
                    new FrameParser(packet).parse(LinkTypes.ETHERNET, buffer, 0, buffer.capacity(), buffer.capacity());
            if (kind == FrameParser.ROCE && packet.opcode == Opcodes.DATAGRAM_SEND_ONLY) {
                final int begin = packet.payloadOffset;
                datagrams.add(new UnsafeBuffer(Arrays.copyOfRange(frame.bytes(), begin, begin + packet.payloadLength)));
            }
        }
        return datagrams;
    }

    private static int word(final UnsafeBuffer datagram, final int at) {
        return datagram.getInt(MESSAGE + at, BIG_ENDIAN);
    }

    private static byte[] masked(final UnsafeBuffer datagram, final int... notCompared) {
        final byte[] bytes = datagram.byteArray().clone();
        for (final int at : notCompared) {
            bytes[MESSAGE + at] = 0;
        }
        return bytes;
    }

    @Test
    void shouldWriteTheRequestThatLinuxSent() {
        final UnsafeBuffer linux = captured.get(0);
        final byte[] privateData = new byte[56];
        linux.getBytes(MESSAGE + 140 + 36, privateData);

        writer.request(written, 0, linux.getLong(8, BIG_ENDIAN), word(linux, 0));
        writer.requestQueuePair(0x11, word(linux, 44) >>> 8, 0x80, 0, 6, 0, 1024);
        writer.requestPath(0x1280a, 0x13);
        writer.requestAddresses(0x0a620002, 0x0a620001, 0x8b27, 20049, privateData);

        // Ethernet address in the GUID
        final int[] own = {16, 17, 18, 19, 20, 21, 22, 23};
        assertArrayEquals(masked(linux, own), masked(written, own));
        assertEquals(0x0000_0aff_fe62_0002L, written.getLong(MESSAGE + 16, BIG_ENDIAN));
    }

    @Test
    void shouldWriteTheReplyThatLinuxSent() {
        final UnsafeBuffer linux = captured.get(1);
        final byte[] privateData = new byte[196];
        linux.getBytes(MESSAGE + 36, privateData);

        writer.reply(written, 0, linux.getLong(8, BIG_ENDIAN), word(linux, 0), word(linux, 4), privateData);
        writer.replyQueuePair(0x11, word(linux, 20) >>> 8, 0, 0x80, 15, 0, 0x0a620001);

        // Ethernet address in the GUID
        final int[] own = {28, 29, 30, 31, 32, 33, 34, 35};
        assertArrayEquals(masked(linux, own), masked(written, own));
    }

    @Test
    void shouldTellThatTheReplyArrivedAsLinuxDid() {
        final UnsafeBuffer linux = captured.get(2);

        writer.readyToUse(written, 0, linux.getLong(8, BIG_ENDIAN), word(linux, 0), word(linux, 4));

        assertArrayEquals(linux.byteArray(), written.byteArray());
    }

    @Test
    void shouldGrantAsManyReadsEitherWay() {
        writer.request(written, 0, 1, 1);
        writer.requestQueuePair(0x11, 5, 9, 6, 0, 1024);
        assertEquals(9, written.getByte(MESSAGE + 35));
        assertEquals(9, written.getByte(MESSAGE + 39));

        writer.reply(written, 0, 1, 2, 1, new byte[0]);
        writer.replyQueuePair(0x11, 5, 9, 0, 0x0a620001);
        assertEquals(9, written.getByte(MESSAGE + 24));
        assertEquals(9, written.getByte(MESSAGE + 25));
    }

    @Test
    void shouldRejectWithAReason() {
        writer.reject(written, 0, 1, 0, 3, 28, new byte[] {4, 5});

        assertEquals(ManagementLayout.CONNECT_REJECT, written.getShort(16, BIG_ENDIAN));
        assertEquals(3, word(written, 4));
        assertEquals(0, written.getByte(MESSAGE + 8));
        assertEquals(28, written.getShort(MESSAGE + 10, BIG_ENDIAN));
        assertEquals(4, written.getByte(MESSAGE + 84));

        writer.reject(written, 0, 1, 2, 3, 28, new byte[0]);
        assertEquals(1 << 6, written.getByte(MESSAGE + 8));
    }

    @Test
    void shouldEndAConnection() {
        writer.disconnect(written, 0, 9, 2, 3, 0x12);
        assertEquals(ManagementLayout.DISCONNECT_REQUEST, written.getShort(16, BIG_ENDIAN));
        assertEquals(0x12, word(written, 8) >>> 8);

        writer.disconnected(written, 0, 9, 3, 2);
        assertEquals(ManagementLayout.DISCONNECT_REPLY, written.getShort(16, BIG_ENDIAN));
        assertEquals(9, written.getLong(8, BIG_ENDIAN));
        assertEquals(0, word(written, 8));
    }

    @Test
    void shouldRefuseMorePrivateDataThanARequestHasRoomFor() {
        writer.request(written, 0, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> writer.requestAddresses(1, 2, 3, 4, new byte[57]));
    }
}
