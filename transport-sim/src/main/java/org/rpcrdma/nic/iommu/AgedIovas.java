// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import org.rpcrdma.sim.SeededRandom;

/**
 * The iovas of one size that a host's uptime has left free, in the order in which they came back: a contiguous range of
 * them, at random. Nothing is kept of them but how many were taken.
 */
final class AgedIovas {
    /** The bits of a place within the range. */
    private final int bits;

    private final long mask;
    private final long multiplier;
    private final long offset;
    private final int count;
    private int taken;

    AgedIovas(final int count, final SeededRandom random) {
        this.count = count;
        bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1)));
        mask = (1L << bits) - 1;
        multiplier = random.nextLong() | 1;
        offset = random.nextLong();
    }

    /** Returns the size of the range as a power of two. */
    int bits() {
        return bits;
    }

    int count() {
        return count;
    }

    /** Takes the next iova; returns its place within the range. */
    long take() {
        long place = scramble(taken++);
        while (place >= count) {
            place = scramble(place);
        }
        return place;
    }

    /** Maps the places one to one: each step can be undone. */
    private long scramble(final long place) {
        long scrambled = (place + offset) & mask;
        for (int round = 0; round < 3; round++) {
            scrambled = scrambled * multiplier & mask;
            scrambled ^= scrambled >>> (bits + 1) / 2;
        }
        return scrambled;
    }
}
