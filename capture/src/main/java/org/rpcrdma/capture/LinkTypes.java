// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.nio.file.Path;

/** The link types, from the registry of tcpdump.org, that captures of RDMA traffic may have. */
final class LinkTypes {
    static final int ETHERNET = 1;
    /** Written by {@code tcpdump -i wg0}, for example: IPv4 or IPv6 without a header in front. */
    static final int RAW_IP = 101;
    /** Written by {@code tcpdump -i any}. */
    static final int LINUX_COOKED = 113;
    /** Written by {@code ibdump}: Endace's extensible record format. */
    static final int ERF = 197;

    static final int RAW_IPV4 = 228;
    static final int RAW_IPV6 = 229;
    static final int INFINIBAND = 247;
    /** Written by newer versions of {@code tcpdump -i any}. */
    static final int LINUX_COOKED_2 = 276;

    private LinkTypes() {}

    static boolean isAccepted(final int linkType) {
        return switch (linkType) {
            case ETHERNET, RAW_IP, RAW_IPV4, RAW_IPV6, LINUX_COOKED, LINUX_COOKED_2, ERF, INFINIBAND -> true;
            default -> false;
        };
    }

    static CaptureException refused(final Path file, final int linkType) {
        return new CaptureException(
                file,
                "link type " + linkType + nameOf(linkType)
                        + "; accepted are Ethernet (1), raw IP (101, 228, 229), Linux cooked (113, 276), ERF (197)"
                        + " and InfiniBand (247)");
    }

    private static String nameOf(final int linkType) {
        return switch (linkType) {
            case 0 -> " (BSD loopback)";
            case 105 -> " (IEEE 802.11)";
            default -> "";
        };
    }
}
