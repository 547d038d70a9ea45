/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.layout;

/**
 * Addresses of IP, version 4 and 6.
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
