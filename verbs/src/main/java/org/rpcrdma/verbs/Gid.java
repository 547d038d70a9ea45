// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * A port's global identifier: 128 bits. RoCEv2's is the port's IP address, an IPv4 address as {@code ::ffff:a.b.c.d}.
 *
 * @param subnetPrefix the upper half.
 * @param interfaceId  the lower half.
 */
public record Gid(long subnetPrefix, long interfaceId) {
    private static final long IPV4_MAPPED = 0xffffL << 32;

    /**
     * Returns the RoCEv2 identifier of an IP address.
     *
     * @param address of either family.
     * @return the identifier.
     */
    public static Gid of(final InetAddress address) {
        final ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.capacity() == Integer.BYTES
                ? new Gid(0, IPV4_MAPPED | Integer.toUnsignedLong(bytes.getInt()))
                : new Gid(bytes.getLong(), bytes.getLong());
    }
}
