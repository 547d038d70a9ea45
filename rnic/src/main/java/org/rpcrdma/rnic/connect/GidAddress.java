// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.rpcrdma.verbs.Gid;

/**
 * The IP address in a RoCEv2 GID, in the form that the RDMA IP CM service uses: an IPv4 address is preceded by zeros.
 */
final class GidAddress {
    private static final int IPV4 = 4;
    private static final int IPV6 = 6;
    private static final int MAPPED = 0xffff;
    private static final long LOW_WORD = 0xffff_ffffL;

    private GidAddress() {}

    static boolean isIpv4(final Gid gid) {
        return gid.subnetPrefix() == 0 && gid.interfaceId() >>> Integer.SIZE == MAPPED;
    }

    static int ipVersion(final Gid gid) {
        return isIpv4(gid) ? IPV4 : IPV6;
    }

    /** Returns the lower 64 bits of an address; the upper 64 bits are the same as in the GID. */
    static long lowHalf(final Gid gid) {
        return isIpv4(gid) ? gid.interfaceId() & LOW_WORD : gid.interfaceId();
    }

    static InetAddress of(final Gid gid) {
        final byte[] bytes = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(bytes).putLong(gid.subnetPrefix()).putLong(gid.interfaceId());
        try {
            return InetAddress.getByAddress(bytes);
        } catch (final UnknownHostException e) {
            throw new AssertionError("16 bytes are always an address", e);
        }
    }
}
