// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Computes the invariant CRC of RoCEv2 packets: Ethernet's CRC over all fields that no switch or router changes, with
 * the other fields replaced by ones (InfiniBand Architecture Specification, volume 1, section 7.8.1 and annex A17.3.3).
 * The least significant byte is sent first.
 *
 * <pre>
 *  8 bytes of ones |
 *  IPv4: type of service, time to live, checksum; IPv6: class, flow label, hop limit | UDP: checksum | BTH: byte 4 |
 *  unchanged to the end of the pad
 * </pre>
 *
 * <p>Not thread-safe, because it buffers the headers.
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
     * @param header the packet's IP and UDP headers, which must contain the packet's length.
     * @param packet the packet's bytes, starting with the base transport header; the position and the limit are
     *               changed.
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
     * Writes a packet's CRC and returns the packet's length.
     *
     * @param header the packet's IP and UDP headers, in which the length is set.
     * @param packet the packet's bytes, starting with the base transport header, big-endian; afterwards the position is
     *               0 and the limit is the packet's end.
     * @param end    the offset of the packet's CRC.
     */
    public int seal(final InternetHeader header, final ByteBuffer packet, final int end) {
        return seal(header, packet, 0, end);
    }

    /**
     * Writes the CRC of a packet that begins at an offset, to which the buffer's position is set. Returns the packet's
     * length.
     */
    public int seal(final InternetHeader header, final ByteBuffer packet, final int begin, final int end) {
        final int length = end + ICRC_LENGTH - begin;
        header.setPayloadLength(length);
        final int value = of(header, packet, begin, end);
        packet.limit(begin + length).position(begin);
        packet.putInt(end, Integer.reverseBytes(value));
        return length;
    }
}
