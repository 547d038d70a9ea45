// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * A global identifier (GID) of a port, 128 bits long. With RoCEv2, it is the port's IP address; an IPv4 address has the
 * form {@code ::ffff:a.b.c.d}.
 *
 * @param subnetPrefix the upper 64 bits.
 * @param interfaceId  the lower 64 bits.
 */
public record Gid(long subnetPrefix, long interfaceId) {
    private static final long IPV4_MAPPED = 0xffffL << 32;

    /**
     * Returns the RoCEv2 GID of an IP address.
     *
     * @param address an IPv4 or IPv6 address.
     * @return the GID.
     */
    public static Gid of(final InetAddress address) {
        final ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.capacity() == Integer.BYTES
                ? new Gid(0, IPV4_MAPPED | Integer.toUnsignedLong(bytes.getInt()))
                : new Gid(bytes.getLong(), bytes.getLong());
    }
}
