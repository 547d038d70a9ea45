// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of IPv4 and IPv6 socket addresses.
 *
 * <pre>{@code
 * struct sockaddr_in {                struct sockaddr_in6 {
 *     sa_family_t sin_family;  0          sa_family_t sin6_family;    0    AF_INET 2, AF_INET6 10
 *     __be16 sin_port;         2          __be16 sin6_port;           2
 *     __be32 sin_addr;         4          __be32 sin6_flowinfo;       4
 *     ...                                 struct in6_addr sin6_addr;  8
 * };                                      uint32_t sin6_scope_id;     24
 *                                     };
 * }</pre>
 */
public final class SocketAddressLayout {
    public static final long SIZE = 28;
    public static final long FAMILY = 0;
    public static final long PORT = 2;
    public static final long ADDRESS_4 = 4;
    public static final long ADDRESS_6 = 8;
    public static final long SCOPE_6 = 24;

    public static final short AF_INET = 2;
    public static final short AF_INET6 = 10;

    private SocketAddressLayout() {}
}
