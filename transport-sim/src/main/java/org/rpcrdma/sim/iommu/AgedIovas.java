// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.host.IovaAllocator;
import org.rpcrdma.sim.time.SeededRandom;

/**
 * The free iovas of one size on a host with a long uptime, in the order in which they were freed. They form contiguous
 * ranges, one after another, and the order within each range is random. The supply is unlimited, because the host is
 * assumed to have used and freed enough iovas. Only the number of iovas taken from the current range is stored.
 */
final class AgedIovas {
    private final int order;
    private final SeededRandom random;
    /** The number of iovas per range; 0 if the host has just booted. */
    private final int count;
    /** The number of bits in a position within a range. */
    private final int bits;

    private final long mask;
    private long multiplier;
    private long offset;
    private long base;
    private int taken;

    /**
     * Creates a host's aged iovas.
     *
     * @param order  the binary logarithm of the number of pages per iova.
     * @param count  the number of iovas per range; 0 if the host has just booted.
     * @param random the generator that determines the order of the iovas.
     */
    AgedIovas(final int order, final int count, final SeededRandom random) {
        this.order = order;
        this.random = random;
        this.count = count;
        bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1)));
        mask = (1L << bits) - 1;
        taken = count;
    }

    /** Returns true if the host has just booted and therefore has no aged iovas. */
    boolean areNone() {
        return count == 0;
    }

    /**
     * Returns the number of aged iovas that a processor's magazines initially contain. The number is random and at most
     * {@code limit}.
     */
    int some(final int limit) {
        return areNone() ? 0 : random.nextInt(limit + 1);
    }

    /** Takes the next iova, or returns NONE if the tree has no space for another range. */
    long take(final IovaAllocator tree) {
        if (taken == count && !beginRange(tree)) {
            return IovaAllocator.NONE;
        }
        long place = scramble(taken++);
        while (place >= count) {
            place = scramble(place);
        }
        return base + (place << (order + Pages.SHIFT));
    }

    private boolean beginRange(final IovaAllocator tree) {
        base = tree.allocate(order + bits);
        multiplier = random.nextLong() | 1;
        offset = random.nextLong();
        taken = base == IovaAllocator.NONE ? count : 0;
        return taken == 0;
    }

    /** Permutes the positions within a range. Every step is invertible. */
    private long scramble(final long place) {
        long scrambled = (place + offset) & mask;
        for (int round = 0; round < 3; round++) {
            scrambled = scrambled * multiplier & mask;
            scrambled ^= scrambled >>> (bits + 1) / 2;
        }
        return scrambled;
    }
}
