// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.roce;

/** The layout of a RoCEv2 frame (InfiniBand Architecture Specification, volume 1, section 9.2 and annex A17).
 *
 * <pre>
 *  +----------+---------+------------+-----+-----+------------+---------+-----+------+
 *  | Ethernet | VLAN    | IPv4, IPv6 | UDP | BTH | extension  | payload | pad | ICRC |
 *  |    14    | 0, 4, 8 | and more   |  8  | 12  | by opcode  |         | 0-3 |  4   |
 *  +----------+---------+------------+-----+-----+------------+---------+-----+------+
 *
 *  BTH        opcode (1), flags with pad count (1), partition key (2), -, destination QP (3), ack request (1), PSN (3)
 *  RETH       virtual address (8), R_key (4), DMA length (4)
 *  AETH       syndrome (1), message sequence number (3)
 *  ImmDt      immediate data (4)
 *  IETH       R_key (4)
 *  AtomicETH  virtual address (8), R_key (4), swap or add (8), compare (8)
 *  DETH       queue key (4), -, source QP (3)
 * </pre>
 *
 * <p>Offsets of a header's fields count from its beginning.
 */
public final class RoceLayout {
    public static final int ETHERNET_LENGTH = 14;
    public static final int ETHERNET_SOURCE = 6;
    public static final int ETHER_TYPE = 12;
    public static final int TYPE_IPV4 = 0x0800;
    public static final int TYPE_IPV6 = 0x86dd;
    /** RoCE version 1: a global route header behind the Ethernet header. */
    public static final int TYPE_ROCE_1 = 0x8915;
    /** What a global route header says comes next: a base transport header. */
    public static final int GLOBAL_ROUTE_NEXT = 0x1b;

    public static final int IPV4_LENGTH = 20;
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

    public static final int UDP_LENGTH = 8;
    public static final int UDP_DESTINATION_PORT = 2;
    public static final int UDP_LENGTH_FIELD = 4;
    public static final int UDP_CHECKSUM = 6;
    public static final int ROCE_PORT = 4791;

    public static final int BTH_LENGTH = 12;
    public static final int BTH_FLAGS = 1;
    public static final int BTH_PARTITION_KEY = 2;
    public static final int BTH_DESTINATION = 4;
    public static final int BTH_PSN = 8;
    public static final int BTH_PAD_SHIFT = 4;
    public static final int BTH_SOLICITED = 0x80;
    /** In the byte in front of the packet sequence number. */
    public static final int BTH_ACK_REQUEST = 0x8000_0000;

    public static final int RETH_KEY = 8;
    public static final int RETH_DMA_LENGTH = 12;

    public static final int ATOMIC_KEY = 8;
    public static final int ATOMIC_SWAP_OR_ADD = 12;
    public static final int ATOMIC_COMPARE = 20;

    public static final int DETH_SOURCE = 4;

    public static final int ICRC_LENGTH = 4;

    /** Queue pair numbers, packet sequence numbers and message sequence numbers have 24 bits. */
    public static final int MASK_24 = 0xff_ffff;

    private RoceLayout() {}
}
