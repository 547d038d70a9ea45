// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Computes the invariant CRC of RoCEv2 packets: Ethernet's CRC over all fields that no switch or router changes, with
 * ones in place of the other fields (InfiniBand Architecture Specification, volume 1, section 7.8.1 and annex A17.3.3).
 * The least significant byte is sent first.
 *
 * <pre>
 *  8 bytes of ones |
 *  IPv4: type of service, time to live, checksum; IPv6: class, flow label, hop limit | UDP: checksum | BTH: byte 4 |
 *  unchanged to the end of the pad
 * </pre>
 *
 * <p>Not thread-safe: it buffers the headers.
 */
public final class InvariantCrc {
    private static final int RESERVED = 4;
    private static final byte ONES = (byte) 0xff;

    private final CRC32 crc = new CRC32();
    private final byte[] headers = new byte[128];

    /** Creates a calculator. */
    public InvariantCrc() {}

    /**
     * Returns the CRC of a packet that begins at offset 0.
     *
     * @param header the IP and UDP headers of the packet, with the packet's length.
     * @param packet the bytes of the packet from the base transport header on; position and limit are changed.
     * @param end    the offset of the packet's CRC.
     */
    public int of(final InternetHeader header, final ByteBuffer packet, final int end) {
        return of(header, packet, 0, end);
    }

    /** Returns the CRC of a packet that begins at an offset. */
    public int of(final InternetHeader header, final ByteBuffer packet, final int begin, final int end) {
        final int length = header.length();
        header.copyTo(headers);
        packet.limit(end).position(begin);
        packet.get(headers, length, BTH_LENGTH);
        headers[length + RESERVED] = ONES;
        crc.reset();
        crc.update(headers, 0, length + BTH_LENGTH);
        crc.update(packet);
        return (int) crc.getValue();
    }

    /**
     * Completes a packet with its CRC; returns its length.
     *
     * @param header the IP and UDP headers of the packet; gets the packet's length.
     * @param packet the packet's bytes from the base transport header on, big-endian; from position 0 to the limit
     * afterwards.
     * @param end    the offset of the packet's CRC.
     */
    public int seal(final InternetHeader header, final ByteBuffer packet, final int end) {
        return seal(header, packet, 0, end);
    }

    /** Completes a packet that begins at an offset, which is the buffer's position then; returns its length. */
    public int seal(final InternetHeader header, final ByteBuffer packet, final int begin, final int end) {
        final int length = end + ICRC_LENGTH - begin;
        header.setPayloadLength(length);
        final int value = of(header, packet, begin, end);
        packet.limit(begin + length).position(begin);
        packet.putInt(end, Integer.reverseBytes(value));
        return length;
    }
}
