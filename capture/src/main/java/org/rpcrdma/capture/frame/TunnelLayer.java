// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;

/**
 * Skips a tunnel's header.
 *
 * <pre>
 *  GRE (RFC 2784, 2890, 2637)    flags and version (2), type (2), checksum (4), key (4), sequence (4), each if flagged
 *  ERSPAN II                     version and VLAN (2), class and session (2), index (4)
 *  ERSPAN III                    version and VLAN (2), class and session (2), time (4), kind and flags (4), 8 more
 *  VXLAN (RFC 7348, GPE)         flags (1), - (2), next protocol (1), network (3), - (1)
 *  GENEVE (RFC 8926)             length of options (6 bits), flags (1), type (2), network (3), - (1), options
 *  GTP-U                         flags (1), kind (1), length (2), tunnel (4), options
 *  TZSP                          version (1), kind (1), protocol (2), tagged fields
 *  EtherIP (RFC 3378)            version (2)
 * </pre>
 */
final class TunnelLayer {
    private static final int GRE_CHECKSUM = 0x8000;
    private static final int GRE_ROUTING = 0x4000;
    private static final int GRE_KEY = 0x2000;
    private static final int GRE_SEQUENCE = 0x1000;
    private static final int GRE_ACKNOWLEDGED = 0x80;
    private static final int GRE_VERSION = 7;
    static final int TYPE_BRIDGED = 0x6558;
    private static final int TYPE_PPP = 0x880b;
    private static final int TYPE_WCCP = 0x883e;
    static final int TYPE_ERSPAN = 0x88be;
    static final int TYPE_ERSPAN_3 = 0x22eb;
    private static final int SESSION = 0x3ff;
    private static final int ERSPAN_3_EGRESS = 8;

    private TunnelLayer() {}

    /** Returns the layer that is contained in a datagram to the given UDP port, or {@link Layer#OTHER}. */
    static int ofPort(final int port) {
        return switch (port) {
            case 4789, 8472 -> Layer.VXLAN;
            case 4790 -> Layer.VXLAN_GPE;
            case 6081 -> Layer.GENEVE;
            case 4754 -> Layer.GRE;
            case 6635 -> 0x8847;
            case 2152 -> Layer.GTP;
            case 37008 -> Layer.TZSP;
            default -> Layer.OTHER;
        };
    }

    /** Skips a tunnel's header. Returns the layer that follows. */
    static int step(final Frame frame, final int layer) {
        return switch (layer) {
            case Layer.GRE -> gre(frame);
            case TYPE_BRIDGED, Layer.ERSPAN_1 -> Layer.ETHERNET;
            case TYPE_ERSPAN -> erspan(frame);
            case TYPE_ERSPAN_3 -> erspan3(frame);
            case Layer.VXLAN -> marked(frame, 8, 4, Layer.ETHERNET);
            case Layer.VXLAN_GPE -> vxlanGpe(frame);
            case Layer.GENEVE -> geneve(frame);
            case Layer.GTP -> gtp(frame);
            case Layer.TZSP -> tzsp(frame);
            case Layer.ETHER_IP -> marked(frame, 2, -1, Layer.ETHERNET);
            default -> Layer.TUNNEL;
        };
    }

    private static int marked(final Frame frame, final int length, final int markAt, final int next) {
        if (!frame.has(length)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (markAt >= 0) {
            frame.mix(frame.word32(markAt));
        }
        frame.skip(length);
        return next;
    }

    private static int gre(final Frame frame) {
        if (!frame.has(4)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int flags = frame.word16(0);
        final int type = frame.word16(2);
        if ((flags & GRE_ROUTING) != 0 || (flags & GRE_VERSION) > 1) {
            return Layer.TUNNEL;
        }
        final int keyAt = (flags & GRE_CHECKSUM) != 0 ? 8 : 4;
        int length = keyAt + ((flags & GRE_KEY) != 0 ? 4 : 0) + ((flags & GRE_SEQUENCE) != 0 ? 4 : 0);
        length += (flags & GRE_VERSION) == 1 && (flags & GRE_ACKNOWLEDGED) != 0 ? 4 : 0;
        if (!frame.has(length)) {
            return frame.tooShort(Layer.OTHER);
        }
        if ((flags & GRE_KEY) != 0) {
            frame.mix(frame.word32(keyAt));
        }
        frame.skip(length);
        return switch (type) {
            case TYPE_ERSPAN -> (flags & GRE_SEQUENCE) != 0 ? TYPE_ERSPAN : Layer.ERSPAN_1;
            case TYPE_PPP -> Layer.PPP;
            case TYPE_WCCP -> wccp(frame);
            case 0 -> Layer.OTHER;
            default -> type;
        };
    }

    /**
     * Skips a WCCP header. In version 2, the header has one more word; in version 1, the packet starts at that word.
     */
    private static int wccp(final Frame frame) {
        if (!frame.has(5)) {
            return frame.tooShort(Layer.OTHER);
        }
        frame.skip(frame.octet(0) >> 4 == 4 ? 0 : 4);
        return Layer.RAW_IP;
    }

    private static int erspan(final Frame frame) {
        if (!frame.has(8)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (frame.octet(0) >> 4 != 1) {
            return Layer.TUNNEL;
        }
        frame.mix(frame.word16(2) & SESSION);
        frame.mix(frame.word32(4));
        frame.skip(8);
        return Layer.ETHERNET;
    }

    private static int erspan3(final Frame frame) {
        if (!frame.has(12)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (frame.octet(0) >> 4 != 2) {
            return Layer.TUNNEL;
        }
        final int flags = frame.word16(10);
        frame.mix(frame.word16(2) & SESSION);
        frame.mix(flags & ERSPAN_3_EGRESS);
        return marked(
                frame,
                (flags & 1) != 0 ? 20 : 12,
                -1,
                switch (flags >> 10 & 0x1f) {
                    case 0 -> Layer.ETHERNET;
                    case 2 -> Layer.RAW_IP;
                    default -> Layer.TUNNEL;
                });
    }

    private static int vxlanGpe(final Frame frame) {
        if (!frame.has(8)) {
            return frame.tooShort(Layer.OTHER);
        }
        return marked(
                frame,
                8,
                4,
                switch (frame.octet(3)) {
                    case 0, 3 -> Layer.ETHERNET;
                    case 1 -> TYPE_IPV4;
                    case 2 -> TYPE_IPV6;
                    case 4 -> 0x894f;
                    case 5 -> 0x8847;
                    default -> Layer.TUNNEL;
                });
    }

    private static int geneve(final Frame frame) {
        if (!frame.has(8)) {
            return frame.tooShort(Layer.OTHER);
        }
        return marked(frame, 8 + (frame.octet(0) & 0x3f) * 4, 4, frame.word16(2));
    }

    private static int gtp(final Frame frame) {
        if (!frame.has(8)) {
            return frame.tooShort(Layer.OTHER);
        }
        final int flags = frame.octet(0);
        if (flags >> 5 != 1 || frame.octet(1) != 0xff) {
            return Layer.OTHER;
        }
        frame.mix(frame.word32(4));
        if ((flags & 7) == 0) {
            frame.skip(8);
            return Layer.RAW_IP;
        }
        if (!frame.has(12)) {
            return frame.tooShort(Layer.OTHER);
        }
        int next = (flags & 4) != 0 ? frame.octet(11) : 0;
        frame.skip(12);
        while (next != 0) {
            if (!frame.has(4)) {
                return frame.tooShort(Layer.OTHER);
            }
            final int length = frame.octet(0) * 4;
            if (length == 0 || !frame.has(length)) {
                return frame.tooShort(Layer.OTHER);
            }
            next = frame.octet(length - 1);
            frame.skip(length);
        }
        return Layer.RAW_IP;
    }

    private static int tzsp(final Frame frame) {
        if (!frame.has(5)) {
            return frame.tooShort(Layer.OTHER);
        }
        if (frame.word16(2) != 1) {
            return Layer.TUNNEL;
        }
        frame.skip(4);
        while (frame.octet(0) != 1) {
            final boolean isPad = frame.octet(0) == 0;
            final int length = isPad || !frame.has(2) ? 1 : 2 + frame.octet(1);
            if (!frame.has(length + 1)) {
                return frame.tooShort(Layer.OTHER);
            }
            frame.skip(length);
        }
        frame.skip(1);
        return Layer.ETHERNET;
    }
}
