// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.roce;

import static org.rpcrdma.roce.RoceLayout.BTH_DESTINATION;
import static org.rpcrdma.roce.RoceLayout.BTH_LENGTH;
import static org.rpcrdma.roce.RoceLayout.IPV4_CHECKSUM;
import static org.rpcrdma.roce.RoceLayout.IPV4_LENGTH;
import static org.rpcrdma.roce.RoceLayout.IPV4_TIME_TO_LIVE;
import static org.rpcrdma.roce.RoceLayout.UDP_CHECKSUM;
import static org.rpcrdma.roce.RoceLayout.UDP_LENGTH;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.agrona.DirectBuffer;

/**
 * The invariant CRC of a RoCEv2 packet over IPv4: Ethernet's CRC over all that no switch or router changes, with ones
 * in the place of what they do change (InfiniBand Architecture Specification, volume 1, section 7.8.1 and annex
 * A17.3.3). It is sent with its lowest byte first.
 *
 * <pre>
 *  8 bytes of ones |
 *  IPv4: type of service, time to live, checksum | UDP: checksum | BTH: byte 4 |
 *  as it is, to the end of the pad
 * </pre>
 *
 * <p>Not thread-safe: it has room for the headers.
 */
public final class InvariantCrc {
    private static final int LOCAL_ROUTE = 8;
    private static final int TYPE_OF_SERVICE = 1;
    private static final int HEADERS = IPV4_LENGTH + UDP_LENGTH + BTH_LENGTH;
    private static final byte ONES = (byte) 0xff;

    private final CRC32 crc = new CRC32();
    private byte[] bytes = new byte[8192];

    public InvariantCrc() {}

    /**
     * Returns the CRC of a packet.
     *
     * @param buffer holds it.
     * @param ip     the offset of its IPv4 header of 20 bytes.
     * @param end    the offset of its CRC.
     */
    public int of(final DirectBuffer buffer, final int ip, final int end) {
        final int length = end - ip;
        if (length < HEADERS) {
            throw new IllegalArgumentException("packet is too short: length=" + length + " least=" + HEADERS);
        }
        if (bytes.length < LOCAL_ROUTE + length) {
            bytes = new byte[LOCAL_ROUTE + length];
        }
        Arrays.fill(bytes, 0, LOCAL_ROUTE, ONES);
        buffer.getBytes(ip, bytes, LOCAL_ROUTE, length);
        final int udp = LOCAL_ROUTE + IPV4_LENGTH;
        bytes[LOCAL_ROUTE + TYPE_OF_SERVICE] = ONES;
        bytes[LOCAL_ROUTE + IPV4_TIME_TO_LIVE] = ONES;
        Arrays.fill(bytes, LOCAL_ROUTE + IPV4_CHECKSUM, LOCAL_ROUTE + IPV4_CHECKSUM + 2, ONES);
        Arrays.fill(bytes, udp + UDP_CHECKSUM, udp + UDP_CHECKSUM + 2, ONES);
        bytes[udp + UDP_LENGTH + BTH_DESTINATION] = ONES;
        crc.reset();
        crc.update(bytes, 0, LOCAL_ROUTE + length);
        return (int) crc.getValue();
    }

    /**
     * Returns the CRC of a packet whose IP header the sender or the receiver does not see, for a supposed one.
     *
     * @param header of the packet's way, with the packet's length.
     * @param packet its bytes from the base transport header on; position and limit change.
     * @param end    the offset of its CRC.
     */
    public int of(final PseudoHeader header, final ByteBuffer packet, final int end) {
        final int length = header.length();
        header.copyTo(bytes);
        for (int i = 0; i < BTH_LENGTH; i++) {
            bytes[length + i] = packet.get(i);
        }
        bytes[length + BTH_DESTINATION] = ONES;
        crc.reset();
        crc.update(bytes, 0, length + BTH_LENGTH);
        packet.limit(end).position(BTH_LENGTH);
        crc.update(packet);
        return (int) crc.getValue();
    }
}
