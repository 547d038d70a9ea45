// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import org.agrona.UnsafeApi;

/** A CRC of 32 or 64 bits, lowest bit first, whose result is complemented. */
final class ReflectedCrc implements BlockGuard {
    /** ANSI X3.230 (FC-PH), IEEE 802.3; the polynomial is 0x04c11db7. */
    static final ReflectedCrc CRC32 = new ReflectedCrc(0xedb88320L, 32);

    /** RFC 3720; the polynomial is 0x1edc6f41. */
    static final ReflectedCrc CRC32C = new ReflectedCrc(0x82f63b78L, 32);

    /** Microsoft's XP10, NVMe's 64b CRC; the polynomial is 0xad93d23594c93659. */
    static final ReflectedCrc CRC64_XP10 = new ReflectedCrc(0x9a6c9329ac4bc9b5L, 64);

    private final long[] table = new long[256];
    private final long mask;

    private ReflectedCrc(final long reflectedPolynomial, final int width) {
        mask = -1L >>> Long.SIZE - width;
        for (int i = 0; i < table.length; i++) {
            long register = i;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                register = (register & 1) != 0 ? register >>> 1 ^ reflectedPolynomial : register >>> 1;
            }
            table[i] = register;
        }
    }

    @Override
    public long begin(final long seed) {
        return seed & mask;
    }

    @Override
    public long add(final long register, final long address, final int bytes, final int position) {
        long crc = register;
        for (int i = 0; i < bytes; i++) {
            crc = table[(int) (crc ^ UnsafeApi.getByte(address + i)) & 0xff] ^ crc >>> Byte.SIZE;
        }
        return crc;
    }

    @Override
    public long end(final long register) {
        return ~register & mask;
    }
}
