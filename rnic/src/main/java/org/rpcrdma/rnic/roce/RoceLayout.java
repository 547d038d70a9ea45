// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * The headers around a {@link RocePacket} (InfiniBand Architecture Specification, volume 1, annex A17; RFC 791, RFC
 * 8200, RFC 768). Offsets of fields are relative to the beginning of their header.
 *
 * <pre>
 *  +----------+---------+------------+-----+------------+
 *  | Ethernet | VLAN    | IPv4, IPv6 | UDP | RocePacket |
 *  |    14    | 0, 4, 8 | and more   |  8  |            |
 *  +----------+---------+------------+-----+------------+
 *
 *  Ethernet   0 destination (6), 6 source (6), 12 type (2)
 *  IPv4       0 version and length (1), 1 type of service (1), 2 total length (2), 4 identification (2),
 *             6 fragment (2), 8 time to live (1), 9 protocol (1), 10 checksum (2), 12 source (4), 16 destination (4)
 *  IPv6       0 version, class, flow label (4), 4 payload length (2), 6 next header (1), 7 hop limit (1),
 *             8 source (16), 24 destination (16); a global route header (GRH) has the same form
 *  UDP        0 source port (2), 2 destination port (2), 4 length (2), 6 checksum (2)
 * </pre>
 */
public final class RoceLayout {
    public static final int ETHERNET_LENGTH = 14;
    public static final int ETHERNET_SOURCE = 6;
    public static final int ETHER_TYPE = 12;
    public static final int TYPE_IPV4 = 0x0800;
    public static final int TYPE_IPV6 = 0x86dd;
    /** The EtherType of RoCE version 1. A global route header follows the Ethernet header. */
    public static final int TYPE_ROCE_1 = 0x8915;
    /** The "next header" value of a global route header that precedes a base transport header. */
    public static final int GLOBAL_ROUTE_NEXT = 0x1b;

    public static final int IPV4_LENGTH = 20;
    public static final int IPV4_TYPE_OF_SERVICE = 1;
    public static final int IPV4_TOTAL_LENGTH = 2;
    public static final int IPV4_IDENTIFICATION = 4;
    public static final int IPV4_FRAGMENT = 6;
    public static final int IPV4_DO_NOT_FRAGMENT = 0x4000;
    public static final int IPV4_TIME_TO_LIVE = 8;
    public static final int IPV4_PROTOCOL = 9;
    public static final int IPV4_CHECKSUM = 10;
    public static final int IPV4_SOURCE = 12;
    public static final int IPV4_DESTINATION = 16;
    public static final int PROTOCOL_UDP = 17;

    public static final int IPV6_LENGTH = 40;
    public static final int IPV6_PAYLOAD_LENGTH = 4;
    public static final int IPV6_NEXT_HEADER = 6;
    public static final int IPV6_HOP_LIMIT = 7;
    public static final int IPV6_SOURCE = 8;
    public static final int IPV6_DESTINATION = 24;

    /**
     * The lower 64 bits of an IPv4-mapped address, ::ffff:a.b.c.d, without the IPv4 address. The upper 64 bits are 0.
     */
    public static final long IPV4_MAPPED = 0xffff_0000_0000L;

    public static final int UDP_LENGTH = 8;
    public static final int UDP_DESTINATION_PORT = 2;
    public static final int UDP_LENGTH_FIELD = 4;
    public static final int UDP_CHECKSUM = 6;
    public static final int ROCE_PORT = 4791;

    private RoceLayout() {}
}
