// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.ADDRESS_4;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.ADDRESS_6;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.AF_INET;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.AF_INET6;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.FAMILY;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.PORT;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.SCOPE_6;
import static org.rpcrdma.ibverbs.layout.SocketAddressLayout.SIZE;
import static org.rpcrdma.verbs.Errno.EINVAL;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.rpcrdma.verbs.VerbsException;

/** Converts socket addresses to and from {@code struct sockaddr_in} and {@code struct sockaddr_in6}. */
public final class SocketAddresses {
    private static final int BYTES_4 = 4;
    private static final int BYTES_6 = 16;

    private SocketAddresses() {}

    public static MemorySegment write(final Arena arena, final InetSocketAddress source) {
        if (source.isUnresolved()) {
            throw new VerbsException(EINVAL, "host name cannot be resolved: address=" + source);
        }
        final MemorySegment target = arena.allocate(SIZE, Long.BYTES);
        final InetAddress host = source.getAddress();
        final boolean isSix = host instanceof Inet6Address;
        target.set(JAVA_SHORT, FAMILY, isSix ? AF_INET6 : AF_INET);
        target.set(JAVA_SHORT, PORT, Short.reverseBytes((short) source.getPort()));
        final byte[] bytes = host.getAddress();
        MemorySegment.copy(bytes, 0, target, JAVA_BYTE, isSix ? ADDRESS_6 : ADDRESS_4, bytes.length);
        if (host instanceof Inet6Address six) {
            target.set(JAVA_INT, SCOPE_6, six.getScopeId());
        }
        return target;
    }

    public static InetSocketAddress read(final MemorySegment source) {
        final boolean isSix = source.get(JAVA_SHORT, FAMILY) == AF_INET6;
        final long at = isSix ? ADDRESS_6 : ADDRESS_4;
        final byte[] bytes = source.asSlice(at, isSix ? BYTES_6 : BYTES_4).toArray(JAVA_BYTE);
        final int port = Short.toUnsignedInt(Short.reverseBytes(source.get(JAVA_SHORT, PORT)));
        return new InetSocketAddress(host(bytes, isSix ? source.get(JAVA_INT, SCOPE_6) : 0), port);
    }

    /**
     * Returns the address that consists of the given 4 or 16 bytes. {@code scope} is the link of an IPv6 address, or 0
     * if the address has no scope.
     */
    public static InetAddress host(final byte[] bytes, final int scope) {
        try {
            return scope == 0 ? InetAddress.getByAddress(bytes) : Inet6Address.getByAddress(null, bytes, scope);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException("socket address is missing: length=" + bytes.length, e);
        }
    }
}
