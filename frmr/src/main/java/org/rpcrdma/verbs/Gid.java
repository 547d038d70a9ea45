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
     * The RoCEv2 identifier of an IP address.
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
