// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

/** The supported link types, with their numbers in tcpdump.org's registry. */
public final class LinkTypes {
    public static final int BSD_LOOPBACK = 0;
    public static final int ETHERNET = 1;
    public static final int PPP = 9;
    /** Raw IP, with the numbers that BSD and OpenBSD use. */
    public static final int BSD_RAW = 12;

    public static final int OPENBSD_RAW = 14;
    public static final int PPP_HDLC = 50;
    public static final int PPPOE = 51;
    /** IPv4 or IPv6 without a preceding header, for example from {@code tcpdump -i wg0}. */
    public static final int RAW_IP = 101;

    public static final int CISCO_HDLC = 104;
    public static final int OPENBSD_LOOPBACK = 108;
    /** The link type of captures from {@code tcpdump -i any}. */
    public static final int LINUX_COOKED = 113;
    /** Endace's extensible record format, which {@code ibdump} writes. */
    public static final int ERF = 197;

    public static final int RAW_IPV4 = 228;
    public static final int RAW_IPV6 = 229;
    public static final int INFINIBAND = 247;
    /** The link type of captures from newer versions of {@code tcpdump -i any}. */
    public static final int LINUX_COOKED_2 = 276;

    private LinkTypes() {}

    public static boolean isAccepted(final int linkType) {
        return switch (linkType) {
            case BSD_LOOPBACK,
                    ETHERNET,
                    PPP,
                    BSD_RAW,
                    OPENBSD_RAW,
                    PPP_HDLC,
                    PPPOE,
                    RAW_IP,
                    CISCO_HDLC,
                    OPENBSD_LOOPBACK,
                    RAW_IPV4,
                    RAW_IPV6,
                    LINUX_COOKED,
                    LINUX_COOKED_2,
                    ERF,
                    INFINIBAND -> true;
            default -> false;
        };
    }

    /** Returns the error message for an unsupported link type. The message lists the supported types. */
    public static String refused(final int linkType) {
        return "unsupported link type " + linkType + nameOf(linkType)
                + "; expected Ethernet (1), raw IP (12, 14, 101, 228, 229), Linux cooked (113, 276),"
                + " loopback (0, 108), PPP (9, 50, 51), Cisco HDLC (104), ERF (197) or InfiniBand (247)";
    }

    private static String nameOf(final int linkType) {
        return switch (linkType) {
            case 105, 127, 163 -> " (IEEE 802.11)";
            case 187, 201 -> " (Bluetooth)";
            case 189, 220, 249 -> " (USB)";
            case 239 -> " (NFLOG)";
            case 253 -> " (netlink)";
            default -> "";
        };
    }
}
