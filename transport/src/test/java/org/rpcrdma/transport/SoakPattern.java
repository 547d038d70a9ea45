// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Bytes that both ends can generate from a seed. They are different for each seed. */
final class SoakPattern {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private SoakPattern() {}

    static long word(final long seed, final int i) {
        long z = seed + GOLDEN * (i + 1);
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        return z ^ z >>> 27;
    }

    /** Returns a number that is at least 0 and less than a bound. */
    static int number(final long seed, final int i, final int bound) {
        return (int) Long.remainderUnsigned(word(seed, i), bound);
    }

    static void fill(final MutableDirectBuffer target, final int offset, final int length, final long seed) {
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            target.putLong(offset + i, word(seed, i));
        }
        for (; i < length; i++) {
            target.putByte(offset + i, (byte) word(seed, i));
        }
    }

    static boolean matches(final DirectBuffer bytes, final int offset, final int length, final long seed) {
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if (bytes.getLong(offset + i) != word(seed, i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (bytes.getByte(offset + i) != (byte) word(seed, i)) {
                return false;
            }
        }
        return true;
    }
}
