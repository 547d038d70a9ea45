// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.nio.ByteBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;

/** Writes RoCEv2 frames from 10.0.0.{@code from} to 10.0.0.{@code to}. */
final class Roce {
    private Roce() {}

    static byte[] frame(
            final int from, final int to, final int opcode, final int qp, final int psn, final byte[]... parts) {
        int length = 0;
        for (final byte[] part : parts) {
            length += part.length;
        }
        final int pad = -length & 3;
        final int udp = 8 + 12 + length + pad + 4;
        final ByteBuffer frame = ByteBuffer.allocate(14 + 20 + udp);
        frame.put(new byte[12]).putShort((short) 0x0800);
        frame.put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) (20 + udp))
                .putInt(0)
                .put((byte) 64)
                .put((byte) 17);
        frame.putShort((short) 0).putInt(0x0a000000 + from).putInt(0x0a000000 + to);
        frame.putShort((short) 50000)
                .putShort((short) 4791)
                .putShort((short) udp)
                .putShort((short) 0);
        frame.put((byte) opcode)
                .put((byte) (pad << 4))
                .putShort((short) -1)
                .putInt(qp)
                .putInt(psn & 0xff_ffff);
        for (final byte[] part : parts) {
            frame.put(part);
        }
        return frame.array();
    }

    static byte[] reth(final long address, final int rkey, final int length) {
        return ByteBuffer.allocate(16)
                .putLong(address)
                .putInt(rkey)
                .putInt(length)
                .array();
    }

    static byte[] aeth() {
        return new byte[4];
    }

    /** Returns bytes, each of which differs from its neighbours. */
    static byte[] payload(final int length, final int seed) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed * 31 + i * 7);
        }
        return bytes;
    }

    static byte[] connectRequest(final int from, final int to, final int id, final int qp) {
        return management(from, to, ManagementLayout.CONNECT_REQUEST, 0, id, 32, qp << 8);
    }

    static byte[] connectReply(final int from, final int to, final int id, final int clientId, final int qp) {
        final byte[] frame = management(from, to, ManagementLayout.CONNECT_REPLY, 0, id, 12, qp << 8);
        ByteBuffer.wrap(frame).putInt(86 + 4, clientId);
        return frame;
    }

    static byte[] disconnect(final int from, final int to, final int remoteQp) {
        return management(from, to, ManagementLayout.DISCONNECT_REQUEST, 0, 1, 8, remoteQp << 8);
    }

    private static byte[] management(
            final int from,
            final int to,
            final int attribute,
            final int at1,
            final int word1,
            final int at2,
            final int word2) {
        final ByteBuffer datagram = ByteBuffer.allocate(256);
        datagram.put(0, (byte) 1).put(1, (byte) 7).put(2, (byte) 2).put(3, (byte) 3);
        datagram.putShort(16, (short) attribute).putInt(24 + at1, word1).putInt(24 + at2, word2);
        return frame(from, to, Opcodes.DATAGRAM_SEND_ONLY, 1, 0, new byte[8], datagram.array());
    }
}
