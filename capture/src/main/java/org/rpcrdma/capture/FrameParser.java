// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.rpcrdma.rnic.roce.RoceLayout.ETHERNET_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.ETHER_TYPE;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;

import org.agrona.DirectBuffer;

/**
 * Finds the packet in a frame of one of the link types that are read.
 *
 * <pre>
 *  Ethernet         addresses (12), VLAN tags, type (2), packet
 *  raw IP           packet of IPv4 or IPv6
 *  Linux cooked     kind (2), hardware (2), address length (2), address (8), type (2), packet
 *  Linux cooked 2   type (2), - (2), interface (4), hardware (2), kind (1), address length (1), address (8), packet
 *  ERF              time (8), type (1), flags (1), record length (2), loss (2), wire length (2), more headers (8 each);
 *                   Ethernet behind 2 bytes, or InfiniBand
 *  InfiniBand       local route header (8), global route header (40) or none, packet, VCRC (2)
 * </pre>
 */
final class FrameParser extends NetworkParser {
    private static final int VLAN_LENGTH = 4;
    private static final int MAX_VLAN_TAGS = 4;
    private static final int COOKED_LENGTH = 16;
    private static final int COOKED_2_LENGTH = 20;

    private static final int ERF_LENGTH = 16;
    private static final int ERF_TYPE = 8;
    private static final int ERF_WIRE_LENGTH = 14;
    private static final int ERF_MORE = 0x80;
    private static final int ERF_EXTENSION_LENGTH = 8;
    private static final int ERF_ETHERNET_PAD = 2;
    private static final int ERF_INFINIBAND = 21;

    private static final int LOCAL_ROUTE_LENGTH = 8;
    private static final int LOCAL_ROUTE_NEXT = 1;
    private static final int LOCAL_ROUTE_DESTINATION = 2;
    private static final int LOCAL_ROUTE_WORDS = 4;
    private static final int LOCAL_ROUTE_SOURCE = 6;
    private static final int LOCAL_PACKET = 2;
    private static final int GLOBAL_PACKET = 3;

    FrameParser(final CapturedPacket packet) {
        super(packet);
    }

    int parse(final int linkType, final DirectBuffer frame, final int offset, final int captured, final long original) {
        begin(frame, offset + captured, original > captured);
        return switch (linkType) {
            case LinkTypes.ETHERNET -> ethernet(offset);
            case LinkTypes.RAW_IP, LinkTypes.RAW_IPV4, LinkTypes.RAW_IPV6 -> raw(offset);
            case LinkTypes.LINUX_COOKED -> typed(offset + COOKED_LENGTH - 2, offset + COOKED_LENGTH);
            case LinkTypes.LINUX_COOKED_2 -> typed(offset, offset + COOKED_2_LENGTH);
            case LinkTypes.ERF -> erf(frame, offset, captured, original);
            case LinkTypes.INFINIBAND -> infiniband(offset);
            default -> OTHER;
        };
    }

    /** Reads a packet whose first bits are its version. */
    private int raw(final int start) {
        if (left(start) < 1) {
            return tooShort(OTHER);
        }
        return switch (unsignedByte(start) >>> Byte.SIZE / 2) {
            case 4 -> network(TYPE_IPV4, start);
            case 6 -> network(TYPE_IPV6, start);
            default -> OTHER;
        };
    }

    private int ethernet(final int start) {
        return typed(start + ETHER_TYPE, start + ETHERNET_LENGTH);
    }

    /** Reads the packet whose Ethernet type is at one offset, and which begins, or its VLAN tags, at another. */
    private int typed(final int typeAt, final int packetAt) {
        if (left(packetAt) < 0) {
            return tooShort(OTHER);
        }
        int type = unsignedShort(typeAt);
        int position = packetAt;
        for (int tags = 0; isVlan(type) && tags < MAX_VLAN_TAGS; tags++) {
            if (left(position) < VLAN_LENGTH) {
                return tooShort(OTHER);
            }
            type = unsignedShort(position + 2);
            position += VLAN_LENGTH;
        }
        return network(type, position);
    }

    private static boolean isVlan(final int type) {
        return type == 0x8100 || type == 0x88a8 || type == 0x9100;
    }

    private int erf(final DirectBuffer frame, final int start, final int captured, final long original) {
        if (captured < ERF_LENGTH) {
            return tooShort(OTHER);
        }
        final int type = unsignedByte(start + ERF_TYPE);
        int position = start + ERF_LENGTH;
        boolean isMore = (type & ERF_MORE) != 0;
        while (isMore) {
            if (left(position) < ERF_EXTENSION_LENGTH) {
                return tooShort(OTHER);
            }
            isMore = (unsignedByte(position) & ERF_MORE) != 0;
            position += ERF_EXTENSION_LENGTH;
        }
        final int end = start + captured;
        begin(frame, end, original > captured || unsignedShort(start + ERF_WIRE_LENGTH) > end - position);
        return switch (type & ~ERF_MORE) {
            // Plain, with a colour, for a receiver with filters, with a hash.
            case 2, 11, 16, 20 -> ethernet(position + ERF_ETHERNET_PAD);
            case ERF_INFINIBAND -> infiniband(position);
            default -> OTHER;
        };
    }

    private int infiniband(final int start) {
        if (left(start) < LOCAL_ROUTE_LENGTH) {
            return tooShort(OTHER);
        }
        final int words = unsignedShort(start + LOCAL_ROUTE_WORDS) & 0x7ff;
        final int first = start + LOCAL_ROUTE_LENGTH;
        return switch (unsignedByte(start + LOCAL_ROUTE_NEXT) & 3) {
            case LOCAL_PACKET ->
                localRoute(
                        unsignedShort(start + LOCAL_ROUTE_SOURCE),
                        unsignedShort(start + LOCAL_ROUTE_DESTINATION),
                        first,
                        start + words * Integer.BYTES);
            case GLOBAL_PACKET -> globalRoute(first);
            default -> OTHER;
        };
    }
}
