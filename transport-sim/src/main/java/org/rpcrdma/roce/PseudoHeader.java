// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.roce;

import static org.rpcrdma.roce.RoceLayout.IPV4_CHECKSUM;
import static org.rpcrdma.roce.RoceLayout.IPV4_DO_NOT_FRAGMENT;
import static org.rpcrdma.roce.RoceLayout.IPV4_FRAGMENT;
import static org.rpcrdma.roce.RoceLayout.IPV4_IDENTIFICATION;
import static org.rpcrdma.roce.RoceLayout.IPV4_LENGTH;
import static org.rpcrdma.roce.RoceLayout.IPV4_PROTOCOL;
import static org.rpcrdma.roce.RoceLayout.IPV4_SOURCE;
import static org.rpcrdma.roce.RoceLayout.IPV4_TIME_TO_LIVE;
import static org.rpcrdma.roce.RoceLayout.IPV4_TOTAL_LENGTH;
import static org.rpcrdma.roce.RoceLayout.PROTOCOL_UDP;
import static org.rpcrdma.roce.RoceLayout.UDP_CHECKSUM;
import static org.rpcrdma.roce.RoceLayout.UDP_DESTINATION_PORT;
import static org.rpcrdma.roce.RoceLayout.UDP_LENGTH;
import static org.rpcrdma.roce.RoceLayout.UDP_LENGTH_FIELD;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a program with a UDP socket has to suppose of the headers ahead of its datagrams, as the {@link InvariantCrc}
 * takes them: with ones in the place of all that a router changes.
 *
 * <pre>
 *  8 bytes of ones | IPv4 header, 20 bytes, or IPv6 header, 40 bytes | UDP header, 8 bytes
 * </pre>
 *
 * <p>An IPv4 header has no options and is not to be fragmented; its identification is supposed to be 0, which it is if
 * Linux sends the datagram from a socket that is not connected. Another one can be told from the CRC:
 * {@link CrcResidue}. Of an IPv6 header nothing is unknown.
 */
public final class PseudoHeader {
    private static final int LOCAL_ROUTE = 8;
    private static final int VERSION_4 = 0x45;
    private static final int VERSION_6 = 0x6f;
    private static final int IPV6_LENGTH = 40;
    private static final int IPV6_PAYLOAD_LENGTH = 4;
    private static final int IPV6_NEXT_HEADER = 6;
    private static final int IPV6_SOURCE = 8;
    private static final byte ONES = (byte) 0xff;

    private final byte[] bytes;
    private final ByteBuffer fields;
    private final boolean isIpv4;
    private final int udp;

    private PseudoHeader(final int ipLength) {
        isIpv4 = ipLength == IPV4_LENGTH;
        udp = LOCAL_ROUTE + ipLength;
        bytes = new byte[udp + UDP_LENGTH];
        fields = ByteBuffer.wrap(bytes);
        Arrays.fill(bytes, 0, LOCAL_ROUTE, ONES);
    }

    /** Returns the header of datagrams from one socket address to another, both of one family. */
    public static PseudoHeader of(final InetSocketAddress source, final InetSocketAddress destination) {
        final InetAddress from = source.getAddress();
        final PseudoHeader header = from instanceof Inet4Address
                ? ipv4(from, destination.getAddress())
                : ipv6(from, destination.getAddress());
        header.fields.putShort(header.udp, (short) source.getPort());
        header.fields.putShort(header.udp + UDP_DESTINATION_PORT, (short) destination.getPort());
        header.fields.putShort(header.udp + UDP_CHECKSUM, (short) -1);
        return header;
    }

    private static PseudoHeader ipv4(final InetAddress source, final InetAddress destination) {
        final PseudoHeader header = new PseudoHeader(IPV4_LENGTH);
        final ByteBuffer ip = header.fields.slice(LOCAL_ROUTE, IPV4_LENGTH);
        ip.put(0, (byte) VERSION_4);
        ip.put(1, ONES);
        ip.putShort(IPV4_FRAGMENT, (short) IPV4_DO_NOT_FRAGMENT);
        ip.put(IPV4_TIME_TO_LIVE, ONES);
        ip.put(IPV4_PROTOCOL, (byte) PROTOCOL_UDP);
        ip.putShort(IPV4_CHECKSUM, (short) -1);
        ip.position(IPV4_SOURCE);
        ip.put(source.getAddress()).put(destination.getAddress());
        return header;
    }

    private static PseudoHeader ipv6(final InetAddress source, final InetAddress destination) {
        final PseudoHeader header = new PseudoHeader(IPV6_LENGTH);
        final ByteBuffer ip = header.fields.slice(LOCAL_ROUTE, IPV6_LENGTH);
        ip.put((byte) VERSION_6).put(ONES).put(ONES).put(ONES);
        ip.put(IPV6_NEXT_HEADER, (byte) PROTOCOL_UDP);
        ip.put(IPV6_NEXT_HEADER + 1, ONES);
        ip.position(IPV6_SOURCE);
        ip.put(source.getAddress()).put(destination.getAddress());
        return header;
    }

    /** Sets the number of bytes behind the UDP header, the packet's CRC included. */
    public void setPayloadLength(final int payload) {
        final int datagram = UDP_LENGTH + payload;
        if (isIpv4) {
            fields.putShort(LOCAL_ROUTE + IPV4_TOTAL_LENGTH, (short) (IPV4_LENGTH + datagram));
        } else {
            fields.putShort(LOCAL_ROUTE + IPV6_PAYLOAD_LENGTH, (short) datagram);
        }
        fields.putShort(udp + UDP_LENGTH_FIELD, (short) datagram);
    }

    /** Sets the UDP source port. */
    public void setSourcePort(final int port) {
        fields.putShort(udp, (short) port);
    }

    /** Returns the number of its bytes ahead of a packet's identification, or -1 if it has none. */
    public int bytesToIdentification() {
        return isIpv4 ? LOCAL_ROUTE + IPV4_IDENTIFICATION : -1;
    }

    /** Returns the number of its bytes. */
    public int length() {
        return bytes.length;
    }

    void copyTo(final byte[] target) {
        System.arraycopy(bytes, 0, target, 0, bytes.length);
    }
}
