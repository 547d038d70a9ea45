// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.nio.file.Path;

/**
 * Names of the link types, from the registry of tcpdump.org, that captures of RDMA traffic may have and that are
 * refused.
 */
final class LinkTypes {
    private LinkTypes() {}

    static CaptureException refused(final Path file, final int linkType) {
        return new CaptureException(file, "link type " + linkType + nameOf(linkType) + "; accepted is Ethernet (1)");
    }

    private static String nameOf(final int linkType) {
        return switch (linkType) {
            case 0 -> " (BSD loopback)";
            case 101 -> " (raw IP)";
            case 105 -> " (IEEE 802.11)";
            case 113 -> " (Linux cooked)";
            case 197 -> " (ERF)";
            case 228 -> " (raw IPv4)";
            case 229 -> " (raw IPv6)";
            case 247 -> " (InfiniBand)";
            case 276 -> " (Linux cooked, version 2)";
            default -> "";
        };
    }
}
