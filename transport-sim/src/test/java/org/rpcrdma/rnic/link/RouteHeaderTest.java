// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Gid;

/** Tests the global route header that precedes a datagram, and its IPv4 form. */
class RouteHeaderTest {
    private static final int SIZE = 40;
    private static final ByteBuffer DATA = ByteBuffer.allocateDirect(100);

    private final Payload payload = new Payload();
    private final UnsafeBuffer header = new UnsafeBuffer(new byte[0]);

    @Test
    void shouldWriteTheIpv4HeaderWithItsChecksum() {
        write(new Gid(0, 0xffff_0a62_0001L), new Gid(0, 0xffff_0a62_0002L));
        int sum = 0;
        for (int i = 20; i < SIZE; i += 2) {
            sum += Short.toUnsignedInt(header.getShort(i, BIG_ENDIAN));
        }
        assertEquals(0xffff, (sum & 0xffff) + (sum >>> 16));
        assertEquals(132 + 20, header.getShort(22, BIG_ENDIAN));
        for (int i = 0; i < 20; i++) {
            assertEquals(0, header.getByte(i));
        }
        write(new Gid(1, 2), new Gid(3, 4));
        assertEquals(0x60, header.getByte(0));
        assertEquals(132, header.getShort(4, BIG_ENDIAN));
        assertEquals(2, header.getLong(16, BIG_ENDIAN));
        assertEquals(4, header.getLong(32, BIG_ENDIAN));
    }

    private void write(final Gid source, final Gid destination) {
        payload.clear();
        payload.add(BufferUtil.address(DATA), DATA.capacity());
        payload.detach();
        payload.prependRoute(source, destination);
        header.wrap(payload.address(), SIZE);
    }
}
