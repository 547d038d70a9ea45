// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.rnic.roce.RoceLayout.GLOBAL_ROUTE_NEXT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_MAPPED;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV4_TIME_TO_LIVE;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_DESTINATION;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_HOP_LIMIT;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_NEXT_HEADER;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_PAYLOAD_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.IPV6_SOURCE;
import static org.rpcrdma.rnic.roce.RoceLayout.PROTOCOL_UDP;
import static org.rpcrdma.rnic.roce.RoceLayout.ROCE_PORT;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_DESTINATION_PORT;
import static org.rpcrdma.rnic.roce.RoceLayout.UDP_LENGTH;

/**
 * Skips IPv4, IPv6, UDP and InfiniBand route headers, and reassembles fragments.
 *
 * <p>A length of 0 means that the sender's network card was to segment the packet and set the length. In this case, the
 * packet extends to the end of its frame.
 */
final class InternetLayer {
    private static final int FRAGMENT_OFFSET = 0x1fff;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int FRAGMENT_UNIT = 8;

    private static final int LOCAL_ROUTE_LENGTH = 8;
    private static final int LOCAL_ROUTE_NEXT = 1;
    private static final int LOCAL_ROUTE_DESTINATION = 2;
    private static final int LOCAL_ROUTE_WORDS = 4;
    private static final int LOCAL_ROUTE_SOURCE = 6;
    private static final int LOCAL_PACKET = 2;
    private static final int GLOBAL_PACKET = 3;

    private final FragmentedDatagrams fragments = new FragmentedDatagrams();

    /** Returns the layer of an IP packet, according to its IP version. */
    static int raw(final Frame frame) {
        if (!frame.has(1)) {
            return frame.tooShort(Layer.OTHER);
        }
        return switch (frame.octet(0) >> 4) {
            case 4 -> TYPE_IPV4;
            case 6 -> TYPE_IPV6;
            default -> Layer.OTHER;
        };
    }

    int ipv4(final Frame frame) {
        if (!frame.has(IPV4_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        // The three words contain the fields from version to fragment offset, the fields from time to live to source
        // address, and the destination address.
        final long first = frame.word64(0);
        final long second = frame.word64(IPV4_TIME_TO_LIVE);
        final int headerLength = (int) (first >>> 56 & 0xf) * Integer.BYTES;
        final int total = (int) (first >>> 32) & 0xffff;
        if (first >>> 60 != 4 || headerLength < IPV4_LENGTH || total != 0 && total < headerLength) {
            return Layer.OTHER;
        }
        frame.end = total == 0 ? frame.end : Math.min(frame.end, frame.position + total);
        frame.internetAt = frame.position;
        frame.identification = (int) (first >>> 16) & 0xffff;
        frame.sourceHigh = 0;
        frame.sourceLow = IPV4_MAPPED | second & 0xffff_ffffL;
        frame.destinationHigh = 0;
        frame.destinationLow = IPV4_MAPPED | Integer.toUnsignedLong(frame.word32(IPV4_DESTINATION));
        frame.mix((int) (second >>> 56));
        final int protocol = (int) (second >>> 48) & 0xff;
        final int fragment = (int) first & 0xffff;
        if (!frame.has(headerLength)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.skip(headerLength);
        if ((fragment & (FRAGMENT_OFFSET | MORE_FRAGMENTS)) == 0) {
            return Layer.PROTOCOL + protocol;
        }
        return fragments.add(
                        frame,
                        protocol,
                        frame.identification,
                        (fragment & FRAGMENT_OFFSET) * FRAGMENT_UNIT,
                        (fragment & MORE_FRAGMENTS) != 0)
                ? Layer.PROTOCOL + protocol
                : Layer.KEPT;
    }

    int ipv6(final Frame frame) {
        if (!frame.has(IPV6_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (frame.octet(0) >> 4 != 6) {
            return Layer.OTHER;
        }
        final int payload = frame.word16(IPV6_PAYLOAD_LENGTH);
        frame.end = payload == 0 ? frame.end : Math.min(frame.end, frame.position + IPV6_LENGTH + payload);
        frame.internetAt = frame.position;
        frame.identification = Frame.NO_IDENTIFICATION;
        addresses(frame);
        frame.mix(frame.octet(IPV6_HOP_LIMIT));
        final int next = frame.octet(IPV6_NEXT_HEADER);
        frame.skip(IPV6_LENGTH);
        return Layer.PROTOCOL + next;
    }

    private static void addresses(final Frame frame) {
        final int at = frame.position;
        frame.sourceHigh = frame.buffer.getLong(at + IPV6_SOURCE, BIG_ENDIAN);
        frame.sourceLow = frame.buffer.getLong(at + IPV6_SOURCE + Long.BYTES, BIG_ENDIAN);
        frame.destinationHigh = frame.buffer.getLong(at + IPV6_DESTINATION, BIG_ENDIAN);
        frame.destinationLow = frame.buffer.getLong(at + IPV6_DESTINATION + Long.BYTES, BIG_ENDIAN);
    }

    /** Skips the headers that follow an IP header. The first of them has the given protocol number. */
    int protocol(final Frame frame, final int protocol) {
        return switch (protocol) {
            case PROTOCOL_UDP -> udp(frame);
            case 0, 43, 60, 135, 139, 140 -> extension(frame, FRAGMENT_UNIT);
            case 44 -> fragment(frame);
            case 51 -> extension(frame, Integer.BYTES);
            case 4 -> TYPE_IPV4;
            case 41 -> TYPE_IPV6;
            case 47 -> Layer.GRE;
            case 97 -> Layer.ETHER_IP;
            case 137 -> 0x8847;
            case 143 -> Layer.ETHERNET;
            case 50 -> Layer.ENCRYPTED;
            case 115 -> Layer.TUNNEL;
            case 6 -> IwarpSigns.isIn(frame) ? Layer.IWARP : Layer.OTHER;
            default -> Layer.OTHER;
        };
    }

    /**
     * Skips an extension header. It starts with the number of the next header (1 byte) and the length (1 byte). The
     * length is a number of units, and excludes the first unit or the first two units.
     */
    private static int extension(final Frame frame, final int unit) {
        if (!frame.has(FRAGMENT_UNIT)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int next = frame.octet(0);
        final int length = unit == FRAGMENT_UNIT ? (frame.octet(1) + 1) * unit : (frame.octet(1) + 2) * unit;
        if (!frame.has(length)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.skip(length);
        return Layer.PROTOCOL + next;
    }

    private int fragment(final Frame frame) {
        if (!frame.has(FRAGMENT_UNIT)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int next = frame.octet(0);
        final int place = frame.word16(2);
        final int identification = frame.word32(4);
        frame.skip(FRAGMENT_UNIT);
        final boolean isMore = (place & 1) != 0;
        final int offset = place & -FRAGMENT_UNIT;
        return offset == 0 && !isMore || fragments.add(frame, next, identification, offset, isMore)
                ? Layer.PROTOCOL + next
                : Layer.KEPT;
    }

    private static int udp(final Frame frame) {
        if (frame.end - frame.position < UDP_LENGTH) {
            return Layer.OTHER;
        }
        if (!frame.has(UDP_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int portAndLength = frame.word32(UDP_DESTINATION_PORT);
        final int port = portAndLength >>> Short.SIZE;
        final int length = portAndLength & 0xffff;
        final boolean isRoce = port == ROCE_PORT;
        if (length != 0 && (length < UDP_LENGTH || length > frame.end - frame.position)) {
            return isRoce ? Layer.MALFORMED : Layer.OTHER;
        }
        frame.end = length == 0 ? frame.end : frame.position + length;
        frame.skip(UDP_LENGTH);
        return isRoce ? Layer.DATAGRAM : TunnelLayer.ofPort(port);
    }

    /** Skips a global route header, which has the format of an IPv6 header. */
    int globalRoute(final Frame frame) {
        if (!frame.has(IPV6_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (frame.octet(0) >> 4 != 6 || frame.octet(IPV6_NEXT_HEADER) != GLOBAL_ROUTE_NEXT) {
            return Layer.OTHER;
        }
        addresses(frame);
        final int length = frame.word16(IPV6_PAYLOAD_LENGTH);
        frame.skip(IPV6_LENGTH);
        frame.end = frame.position + length;
        return Layer.DATAGRAM;
    }

    /** Skips a local route header, which is followed by a global route header or by a packet with local identifiers. */
    int localRoute(final Frame frame) {
        if (!frame.has(LOCAL_ROUTE_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int begin = frame.position;
        final int words = frame.word16(LOCAL_ROUTE_WORDS) & 0x7ff;
        final int next = frame.octet(LOCAL_ROUTE_NEXT) & 3;
        frame.sourceHigh = Frame.LOCAL_IDENTIFIER;
        frame.sourceLow = frame.word16(LOCAL_ROUTE_SOURCE);
        frame.destinationHigh = Frame.LOCAL_IDENTIFIER;
        frame.destinationLow = frame.word16(LOCAL_ROUTE_DESTINATION);
        frame.skip(LOCAL_ROUTE_LENGTH);
        if (next == GLOBAL_PACKET) {
            return globalRoute(frame);
        }
        frame.end = begin + words * Integer.BYTES;
        return next == LOCAL_PACKET ? Layer.DATAGRAM : Layer.OTHER;
    }

    /** Returns the number of fragments that were not reassembled. */
    long incompleteFragments() {
        return fragments.incomplete();
    }
}
