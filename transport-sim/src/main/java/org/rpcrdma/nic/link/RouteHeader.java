// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.Gid;

/**
 * The global route header ahead of a datagram in its Receive, or the IPv4 header that RoCEv2 has in its place.
 *
 * <pre>
 * IPv4   | 20 bytes of 0            | IPv4 header, 20 bytes        |
 * IPv6   | IPv6 header, 40 bytes                                   |
 * </pre>
 *
 * <p>Source: InfiniBand specification, annex A17 (RoCEv2), 17.4.5.1.
 */
final class RouteHeader {
    static final int SIZE = 40;

    private static final int IPV4 = 20;
    private static final int UDP = 17;
    private static final int HOPS = 64;
    /** UDP, BTH, DETH and ICRC around the payload. */
    private static final int TRANSPORT = 8 + 12 + 8 + 4;

    private static final int DO_NOT_FRAGMENT = 0x4000;

    private RouteHeader() {}

    /** Writes the header of a datagram at a buffer's begin. */
    static void write(final ByteBuffer to, final Gid source, final Gid destination, final int payload) {
        if (isIpv4(source)) {
            writeIpv4(to, (int) source.interfaceId(), (int) destination.interfaceId(), payload);
        } else {
            to.putInt(0, 6 << 28);
            to.putShort(4, (short) (TRANSPORT + payload));
            to.put(6, (byte) UDP);
            to.put(7, (byte) HOPS);
            to.putLong(8, source.subnetPrefix());
            to.putLong(16, source.interfaceId());
            to.putLong(24, destination.subnetPrefix());
            to.putLong(32, destination.interfaceId());
        }
    }

    private static boolean isIpv4(final Gid gid) {
        return gid.subnetPrefix() == 0 && gid.interfaceId() >>> 32 == 0xffff;
    }

    private static void writeIpv4(final ByteBuffer to, final int source, final int destination, final int payload) {
        to.putLong(0, 0);
        to.putLong(8, 0);
        to.putInt(16, 0);
        to.putShort(IPV4, (short) 0x4500);
        to.putShort(IPV4 + 2, (short) (IPV4 + TRANSPORT + payload));
        to.putShort(IPV4 + 4, (short) 0);
        to.putShort(IPV4 + 6, (short) DO_NOT_FRAGMENT);
        to.put(IPV4 + 8, (byte) HOPS);
        to.put(IPV4 + 9, (byte) UDP);
        to.putShort(IPV4 + 10, (short) 0);
        to.putInt(IPV4 + 12, source);
        to.putInt(IPV4 + 16, destination);
        to.putShort(IPV4 + 10, (short) checksum(to));
    }

    /** Returns the IPv4 header's checksum: the complement of the sum of its 16-bit words (RFC 791). */
    private static int checksum(final ByteBuffer header) {
        int sum = 0;
        for (int i = IPV4; i < SIZE; i += Short.BYTES) {
            sum += Short.toUnsignedInt(header.getShort(i));
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~(sum + (sum >>> 16));
    }
}
