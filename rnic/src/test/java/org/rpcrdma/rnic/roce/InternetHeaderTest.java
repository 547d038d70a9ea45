// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InternetHeaderTest {
    private static final int IPV4_HEADERS = 28;
    private static final int IPV6_HEADERS = 48;

    private final HandMadePackets packets = new HandMadePackets();

    private ByteBuffer made(final boolean isIpv6, final byte[] payload) {
        if (isIpv6) {
            packets.route(0x2001_0db8L << 32, 1, 0x2001_0db8L << 32, 0xffff_0a00_0002L);
        } else {
            packets.route(0x0a62_0001, 0x0a62_0002);
        }
        final int length = packets.make(to -> to.begin(Opcodes.SEND_ONLY, 0x12, 77, true, false), payload);
        final byte[] bytes = new byte[length];
        packets.ip.getBytes(0, bytes);
        return ByteBuffer.wrap(bytes);
    }

    /**
     * Computes the invariant CRC independently of the main code, according to the InfiniBand specification, annex
     * A17.3.3.
     */
    private static int icrc(final ByteBuffer packet, final boolean isIpv6) {
        final byte[] masked = Arrays.copyOf(packet.array(), packet.capacity() - 4);
        final int[] changing =
                isIpv6 ? new int[] {1, 2, 3, 7, 46, 47, 52} : new int[] {1, 8, 10, 11, 26, 27, IPV4_HEADERS + 4};
        for (final int at : changing) {
            masked[at] = (byte) 0xff;
        }
        masked[0] = (byte) (isIpv6 ? masked[0] | 0xf : masked[0]);
        final CRC32 crc = new CRC32();
        crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        crc.update(masked);
        return (int) crc.getValue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldComputeTheInvariantCrcForBothIpVersions(final boolean isIpv6) {
        for (int length = 0; length < 600; length++) {
            final byte[] payload = new byte[length];
            Arrays.fill(payload, (byte) length);
            final ByteBuffer packet = made(isIpv6, payload).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(packet.getInt(packet.capacity() - 4), icrc(packet, isIpv6), "length=" + length);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChangeTheCrcIfASingleBitChanges(final boolean isIpv6) {
        final ByteBuffer packet = made(isIpv6, new byte[64]);
        final int before = icrc(packet, isIpv6);
        packet.array()[packet.capacity() - 5] ^= 1;
        assertNotEquals(before, icrc(packet, isIpv6));
    }

    private static int sum(final ByteBuffer packet, final int from, final int to) {
        int sum = 0;
        for (int at = from; at < to; at += 2) {
            sum += packet.getShort(at) & 0xffff;
        }
        return (sum & 0xffff) + (sum >>> 16);
    }

    @Test
    void shouldWriteAnIpv4Packet() {
        final ByteBuffer packet = made(false, new byte[] {1, 2, 3});
        final int length = IPV4_HEADERS + 12 + 4 + 4;
        assertEquals(length, packet.capacity());
        assertEquals(0x4500_0000 | length, packet.getInt(0));
        assertEquals(0x4000, packet.getInt(4));
        assertEquals(0x4011, packet.getShort(8));
        assertEquals(0xffff, sum(packet, 0, 20));
        assertEquals(0x0a62_0001, packet.getInt(12));
        assertEquals(0x0a62_0002, packet.getInt(16));
        assertEquals(50_000 << 16 | 4791, packet.getInt(20));
        assertEquals(length - 20 << 16, packet.getInt(24));
    }

    @Test
    void shouldWriteAnIpv6PacketWithAChecksum() {
        final ByteBuffer packet = made(true, new byte[] {1, 2, 3});
        final int length = IPV6_HEADERS + 12 + 4 + 4;
        assertEquals(length, packet.capacity());
        assertEquals(0x6000_0000, packet.getInt(0));
        assertEquals(length - 40 << 16 | 0x1140, packet.getInt(4));
        assertEquals(0x2001_0db8L << 32, packet.getLong(8));
        assertEquals(1, packet.getLong(16));
        assertEquals(0xffff_0a00_0002L, packet.getLong(32));
        final int pseudo = sum(packet, 8, length) + 17 + length - 40;
        assertEquals(0xffff, (pseudo & 0xffff) + (pseudo >>> 16));
    }
}
