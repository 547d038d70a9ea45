// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import org.agrona.UnsafeApi;

/** The CRC of 16 bits of T10-DIF (T10 SBC-3): polynomial 0x8bb7, highest bit first, as it is. */
final class T10Crc implements BlockGuard {
    static final T10Crc INSTANCE = new T10Crc();

    private static final int POLYNOMIAL = 0x8bb7;
    private static final int MASK = 0xffff;

    private final int[] table = new int[256];

    private T10Crc() {
        for (int i = 0; i < table.length; i++) {
            int register = i << 8;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                register = (register & 0x8000) != 0 ? register << 1 ^ POLYNOMIAL : register << 1;
            }
            table[i] = register & MASK;
        }
    }

    @Override
    public long begin(final long seed) {
        return seed & MASK;
    }

    @Override
    public long add(final long register, final long address, final int bytes, final int position) {
        int crc = (int) register;
        for (int i = 0; i < bytes; i++) {
            crc = table[crc >>> 8 ^ UnsafeApi.getByte(address + i) & 0xff] ^ crc << 8 & MASK;
        }
        return crc;
    }

    @Override
    public long end(final long register) {
        return register;
    }
}
