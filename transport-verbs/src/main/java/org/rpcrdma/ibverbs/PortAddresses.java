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
package org.rpcrdma.ibverbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.VerbsException;

/** The global identifiers of a device's ports, and the IP address among them that connections come from. */
final class PortAddresses {
    private static final int GID_LENGTH = 16;
    private static final int MAX_INDEX = 255;
    private static final int FIRST_PORT = 1;
    private static final long IPV4_MAPPED = 0xffffL;
    private static final long LINK_LOCAL = 0xfe80L << 48;

    private final Libibverbs library;
    private final long context;

    PortAddresses(final Libibverbs library, final long context) {
        this.library = library;
        this.context = context;
    }

    Gid gid(final int port, final int index) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment gid = arena.allocate(GID_LENGTH, Long.BYTES);
            library.queryGid.check(context, port, index, gid.address());
            return AddressVectors.gid(gid, 0);
        }
    }

    /** The first IPv4 address of the first port, or, where there is none, an IPv6 address that is not of the link only. */
    Optional<InetAddress> first() {
        InetAddress six = null;
        for (int index = 0; index <= MAX_INDEX; index++) {
            final Gid gid;
            try {
                gid = gid(FIRST_PORT, index);
            } catch (final VerbsException e) {
                // There are no more.
                break;
            }
            if (gid.subnetPrefix() == 0 && gid.interfaceId() >>> Integer.SIZE == IPV4_MAPPED) {
                return Optional.of(SocketAddresses.host(ByteBuffer.allocate(Integer.BYTES)
                        .putInt((int) gid.interfaceId())
                        .array()));
            }
            if (six == null && gid.subnetPrefix() != 0 && gid.subnetPrefix() != LINK_LOCAL) {
                six = SocketAddresses.host(ByteBuffer.allocate(GID_LENGTH)
                        .putLong(gid.subnetPrefix())
                        .putLong(gid.interfaceId())
                        .array());
            }
        }
        return Optional.ofNullable(six);
    }
}
