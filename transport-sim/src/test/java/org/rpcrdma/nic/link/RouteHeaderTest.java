// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Gid;

/** The global route header ahead of a datagram, and its IPv4 form. */
class RouteHeaderTest {
    @Test
    void shouldWriteTheIpv4HeaderWithItsChecksum() {
        final ByteBuffer header = ByteBuffer.allocate(RouteHeader.SIZE);
        RouteHeader.write(header, new Gid(0, 0xffff_0a62_0001L), new Gid(0, 0xffff_0a62_0002L), 100);
        int sum = 0;
        for (int i = 20; i < RouteHeader.SIZE; i += 2) {
            sum += Short.toUnsignedInt(header.getShort(i));
        }
        assertEquals(0xffff, (sum & 0xffff) + (sum >>> 16));
        RouteHeader.write(header, new Gid(1, 2), new Gid(3, 4), 100);
        assertEquals(6, header.get(0) >>> 4);
        assertEquals(132, header.getShort(4));
        assertEquals(2, header.getLong(16));
        assertEquals(4, header.getLong(32));
    }
}
