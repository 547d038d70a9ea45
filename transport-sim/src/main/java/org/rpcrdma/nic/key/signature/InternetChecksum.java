// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import org.agrona.UnsafeApi;

/** The internet checksum (RFC 1071) of T10-DIF: the complement of the ones' complement sum of big-endian words. */
final class InternetChecksum implements BlockGuard {
    static final InternetChecksum INSTANCE = new InternetChecksum();

    private static final int MASK = 0xffff;

    private InternetChecksum() {}

    @Override
    public long begin(final long seed) {
        return seed & MASK;
    }

    @Override
    public long add(final long register, final long address, final int bytes, final int position) {
        long sum = register;
        for (int i = 0; i < bytes; i++) {
            final int value = UnsafeApi.getByte(address + i) & 0xff;
            sum += (position + i & 1) == 0 ? value << Byte.SIZE : value;
        }
        return sum;
    }

    @Override
    public long end(final long register) {
        long sum = register;
        while (sum > MASK) {
            sum = (sum & MASK) + (sum >>> Short.SIZE);
        }
        return ~sum & MASK;
    }
}
