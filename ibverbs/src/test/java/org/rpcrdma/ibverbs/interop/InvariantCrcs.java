// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Checks the invariant CRC of every RoCEv2 frame in a capture: {@code InvariantCrcs FILE}. Exits with status 1 if any
 * CRC is wrong. The CRC covers the frame from the IP header to its end. Fields that a router may change count as if all
 * their bits were ones (InfiniBand's annex 17).
 */
final class InvariantCrcs {
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int LENGTH_AT = 8;
    private static final int ETHERNET = 14;
    private static final int IPV4 = 0x0800;
    private static final int UDP = 17;
    private static final int PORT = 4791;

    /** The offsets, within an IPv4 Ethernet frame, of the fields that a router may change. */
    private static final int TYPE_OF_SERVICE_AT = 15;

    private static final int TIME_TO_LIVE_AT = 22;
    private static final int PROTOCOL_AT = 23;
    private static final int IP_CHECKSUM_AT = 24;
    private static final int PORT_AT = 36;
    private static final int UDP_CHECKSUM_AT = 40;
    private static final int BTH_RESERVED_AT = 46;
    private static final int LEAST = 58;

    private int frames;
    private int bad;

    private InvariantCrcs() {}

    public static void main(final String[] args) throws IOException {
        final InvariantCrcs crcs = new InvariantCrcs();
        final ByteBuffer file =
                ByteBuffer.wrap(Files.readAllBytes(Path.of(args[0]))).order(ByteOrder.LITTLE_ENDIAN);
        int at = FILE_HEADER;
        while (at + RECORD_HEADER <= file.capacity()) {
            final int length = file.getInt(at + LENGTH_AT);
            crcs.look(Arrays.copyOfRange(file.array(), at + RECORD_HEADER, at + RECORD_HEADER + length));
            at += RECORD_HEADER + length;
        }
        System.out.println("frames=" + crcs.frames + " bad=" + crcs.bad);
        System.exit(crcs.bad == 0 && crcs.frames != 0 ? 0 : 1);
    }

    private void look(final byte[] frame) {
        final ByteBuffer bytes = ByteBuffer.wrap(frame);
        if (frame.length < LEAST
                || bytes.getShort(ETHERNET - Short.BYTES) != IPV4
                || frame[PROTOCOL_AT] != UDP
                || bytes.getShort(PORT_AT) != PORT) {
            return;
        }
        frames++;
        final int sent = bytes.order(ByteOrder.LITTLE_ENDIAN).getInt(frame.length - Integer.BYTES);
        Arrays.fill(frame, TYPE_OF_SERVICE_AT, TYPE_OF_SERVICE_AT + 1, (byte) -1);
        Arrays.fill(frame, TIME_TO_LIVE_AT, TIME_TO_LIVE_AT + 1, (byte) -1);
        Arrays.fill(frame, IP_CHECKSUM_AT, IP_CHECKSUM_AT + Short.BYTES, (byte) -1);
        Arrays.fill(frame, UDP_CHECKSUM_AT, UDP_CHECKSUM_AT + Short.BYTES, (byte) -1);
        Arrays.fill(frame, BTH_RESERVED_AT, BTH_RESERVED_AT + 1, (byte) -1);
        final CRC32 crc = new CRC32();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, -1));
        crc.update(frame, ETHERNET, frame.length - ETHERNET - Integer.BYTES);
        bad += (int) crc.getValue() == sent ? 0 : 1;
    }
}
