// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import static org.rpcrdma.rnic.roce.RoceLayout.ETHERNET_LENGTH;
import static org.rpcrdma.rnic.roce.RoceLayout.ETHER_TYPE;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;

/**
 * Skips a link-layer header, and the tags that bridges insert between the header and the packet.
 *
 * <pre>
 *  Ethernet         addresses (12), type (2); a type up to 1500 is a length, and LLC and SNAP follow
 *  raw IP           packet of IPv4 or IPv6
 *  BSD loopback     address family (4)
 *  Linux cooked     kind (2), hardware (2), address length (2), address (8), type (2)
 *  Linux cooked 2   type (2), - (2), interface (4), hardware (2), kind (1), address length (1), address (8)
 *  ERF              time (8), type (1), flags (1), record length (2), loss (2), wire length (2), more headers (8 each);
 *                   Ethernet after 2 bytes, or InfiniBand
 *  PPP              address and control (2) or none, protocol (2)
 *  VLAN tag         priority and number (2), type (2); for a port extender 4 or 6 bytes instead of 2
 *  802.1ah          service (4), Ethernet frame
 *  MPLS             label (20 bits), class (3), bottom of stack (1), time to live (8)
 *  PPPoE            version and type (1), code (1), session (2), length (2), PPP protocol (2)
 *  NSH              flags (1), length in words (1), metadata type (1), next (1), paths and metadata
 * </pre>
 */
final class LinkLayer {
    private static final int COOKED_LENGTH = 16;
    private static final int COOKED_TYPE = 14;
    private static final int COOKED_2_LENGTH = 20;
    private static final int COOKED_2_INTERFACE = 4;
    private static final int COOKED_2_KIND = 10;

    private static final int ERF_LENGTH = 16;
    private static final int ERF_TYPE = 8;
    private static final int ERF_WIRE_LENGTH = 14;
    private static final int ERF_MORE = 0x80;
    private static final int ERF_EXTENSION_LENGTH = 8;
    private static final int ERF_ETHERNET_PAD = 2;
    private static final int ERF_INFINIBAND = 21;
    private static final int ERF_META = 27;
    private static final int ERF_PAD = 48;

    private static final int MOST_802_3_LENGTH = 1500;
    private static final int SNAP_LENGTH = 8;
    private static final int SNAP_TYPE = 6;
    private static final int MPLS_BOTTOM = 0x100;

    private LinkLayer() {}

    /** Skips the header of the given link type. Returns the layer that follows. */
    static int begin(final Frame frame, final int linkType) {
        return switch (linkType) {
            case LinkTypes.ETHERNET -> Layer.ETHERNET;
            case LinkTypes.RAW_IP, LinkTypes.RAW_IPV4, LinkTypes.RAW_IPV6, LinkTypes.BSD_RAW, LinkTypes.OPENBSD_RAW ->
                Layer.RAW_IP;
            case LinkTypes.BSD_LOOPBACK, LinkTypes.OPENBSD_LOOPBACK -> behind(frame, Integer.BYTES, Layer.RAW_IP);
            case LinkTypes.LINUX_COOKED -> cooked(frame);
            case LinkTypes.LINUX_COOKED_2 -> cooked2(frame);
            case LinkTypes.ERF -> erf(frame);
            case LinkTypes.INFINIBAND -> Layer.INFINIBAND;
            case LinkTypes.PPP, LinkTypes.PPP_HDLC -> Layer.PPP;
            case LinkTypes.CISCO_HDLC -> typed(frame, 2, 4);
            case LinkTypes.PPPOE -> 0x8864;
            default -> Layer.OTHER;
        };
    }

    /** Skips an Ethernet header or a header that an EtherType identifies. Returns the layer that follows. */
    static int step(final Frame frame, final int type) {
        return switch (type) {
            case Layer.ETHERNET -> typed(frame, ETHER_TYPE, ETHERNET_LENGTH);
            case Layer.LINK_CONTROL -> linkControl(frame);
            case Layer.PPP -> ppp(frame);
            case 0x8100, 0x88a8, 0x9100, 0x9200 -> tag(frame, 2);
            // These are the port extender tags of Cisco and 802.1BR.
            case 0x8926 -> tag(frame, 4);
            case 0x893f -> tag(frame, 6);
            case 0x88e7 -> marked(frame, 4, Layer.ETHERNET);
            case 0x8847, 0x8848 -> mpls(frame);
            case 0x8864 -> pppoe(frame);
            case 0x894f -> serviceHeader(frame);
            // These are FabricPath, and TRILL without options.
            case 0x8903 -> behind(frame, 2, Layer.ETHERNET);
            case 0x22f3 -> behind(frame, 6, Layer.ETHERNET);
            case 0x88e5 -> Layer.ENCRYPTED;
            default -> type <= MOST_802_3_LENGTH ? sized(frame, type) : Layer.OTHER;
        };
    }

    private static int behind(final Frame frame, final int bytes, final int next) {
        if (!frame.has(bytes)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.skip(bytes);
        return next;
    }

    /** Skips a header whose first word helps to distinguish places. */
    private static int marked(final Frame frame, final int bytes, final int next) {
        if (!frame.has(bytes)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.mix(frame.word32(0));
        frame.skip(bytes);
        return next;
    }

    /** Skips a header that contains the type of the following layer. */
    private static int typed(final Frame frame, final int typeAt, final int length) {
        if (!frame.has(length)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int type = frame.word16(typeAt);
        frame.skip(length);
        return type;
    }

    private static int tag(final Frame frame, final int typeAt) {
        if (!frame.has(typeAt + 2)) {
            return frame.tooShort(Layer.OTHER);
        }
        // The priority is excluded, because a bridge may change it.
        frame.mix(frame.word16(0) & 0xfff);
        return typed(frame, typeAt, typeAt + 2);
    }

    /** Continues after an Ethernet header that contains a length instead of a type. */
    private static int sized(final Frame frame, final int length) {
        frame.end = Math.min(frame.end, frame.position + length);
        return Layer.LINK_CONTROL;
    }

    private static int linkControl(final Frame frame) {
        if (!frame.has(SNAP_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        final boolean isSnap = frame.word16(0) == 0xaaaa && frame.octet(2) == 3;
        return isSnap ? typed(frame, SNAP_TYPE, SNAP_LENGTH) : Layer.OTHER;
    }

    private static int cooked(final Frame frame) {
        if (!frame.has(COOKED_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.mix(frame.word16(0));
        return cookedType(typed(frame, COOKED_TYPE, COOKED_LENGTH));
    }

    private static int cooked2(final Frame frame) {
        if (!frame.has(COOKED_2_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.mix(frame.word32(COOKED_2_INTERFACE));
        frame.mix(frame.octet(COOKED_2_KIND));
        return cookedType(typed(frame, 0, COOKED_2_LENGTH));
    }

    private static int cookedType(final int type) {
        return type == 4 ? Layer.LINK_CONTROL : type;
    }

    private static int erf(final Frame frame) {
        if (!frame.has(ERF_LENGTH)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int type = frame.octet(ERF_TYPE);
        final int wire = frame.word16(ERF_WIRE_LENGTH);
        frame.skip(ERF_LENGTH);
        boolean isMore = (type & ERF_MORE) != 0;
        while (isMore) {
            if (!frame.has(ERF_EXTENSION_LENGTH)) {
                return frame.tooShort(Layer.OTHER);
            }
            isMore = (frame.octet(0) & ERF_MORE) != 0;
            frame.skip(ERF_EXTENSION_LENGTH);
        }
        frame.snapped |= wire > frame.limit - frame.position;
        return switch (type & ~ERF_MORE) {
            // These are the types of Ethernet records: plain, with a colour, with filter results (DSM) and with a hash.
            case 2, 11, 16, 20 -> {
                frame.skip(ERF_ETHERNET_PAD);
                frame.end = frame.position + wire;
                yield Layer.ETHERNET;
            }
            case ERF_INFINIBAND -> {
                frame.end = frame.position + wire;
                yield Layer.INFINIBAND;
            }
            case ERF_META, ERF_PAD -> Layer.OTHER;
            default -> Layer.LINK_TYPE;
        };
    }

    private static int ppp(final Frame frame) {
        if (!frame.has(4)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (frame.word16(0) == 0xff03) {
            frame.skip(2);
        }
        return pppProtocol(frame);
    }

    /** Skips a PPP protocol number, which has either two bytes or a single byte with an odd value. */
    private static int pppProtocol(final Frame frame) {
        final boolean isShort = (frame.octet(0) & 1) != 0;
        final int protocol = isShort ? frame.octet(0) : frame.word16(0);
        frame.skip(isShort ? 1 : 2);
        return switch (protocol) {
            case 0x21 -> TYPE_IPV4;
            case 0x57 -> TYPE_IPV6;
            case 0x281 -> 0x8847;
            case 0x283 -> 0x8848;
            default -> Layer.OTHER;
        };
    }

    private static int pppoe(final Frame frame) {
        if (!frame.has(8)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.mix(frame.word16(2));
        frame.end = Math.min(frame.end, frame.position + 6 + frame.word16(4));
        frame.skip(6);
        return pppProtocol(frame);
    }

    /** Skips a label stack, and the control word of an Ethernet pseudowire. */
    private static int mpls(final Frame frame) {
        boolean isBottom = false;
        while (!isBottom) {
            if (!frame.has(5)) {
                return frame.tooShort(Layer.OTHER);
            }
            isBottom = (frame.word32(0) & MPLS_BOTTOM) != 0;
            frame.mix(frame.word32(0) >>> 12);
            frame.skip(4);
        }
        return switch (frame.octet(0) >> 4) {
            case 4 -> TYPE_IPV4;
            case 6 -> TYPE_IPV6;
            case 0 -> behind(frame, 4, Layer.ETHERNET);
            default -> Layer.ETHERNET;
        };
    }

    private static int serviceHeader(final Frame frame) {
        if (!frame.has(8)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int length = (frame.octet(1) & 0x3f) * Integer.BYTES;
        final int next = switch (frame.octet(3)) {
            case 1 -> TYPE_IPV4;
            case 2 -> TYPE_IPV6;
            case 3 -> Layer.ETHERNET;
            case 5 -> 0x8847;
            default -> Layer.TUNNEL;
        };
        return marked(frame, Math.max(8, length), next);
    }
}
