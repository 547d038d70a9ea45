// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.host.IovaAllocator;
import org.rpcrdma.sim.time.SeededRandom;

/**
 * The iovas of one size that a host's uptime has left free, in the order in which they were freed: contiguous ranges,
 * one after the other, each in random order. They never run out, as the host has had enough in use before. Only the
 * number taken is stored.
 */
final class AgedIovas {
    private final int order;
    private final SeededRandom random;
    /** Iovas per range; 0 if the host has just booted. */
    private final int count;
    /** The bits of a position within the range. */
    private final int bits;

    private final long mask;
    private long multiplier;
    private long offset;
    private long base;
    private int taken;

    /**
     * Creates the iovas of a host.
     *
     * @param order the order of an iova's pages.
     * @param count iovas per range; 0 if the host has just booted.
     * @param random determines their order.
     */
    AgedIovas(final int order, final int count, final SeededRandom random) {
        this.order = order;
        this.random = random;
        this.count = count;
        bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1)));
        mask = (1L << bits) - 1;
        taken = count;
    }

    /** Returns true if the host has just booted, and has no aged iovas. */
    boolean areNone() {
        return count == 0;
    }

    /** Returns the number of aged iovas that a processor happens to have. */
    int some(final int limit) {
        return areNone() ? 0 : random.nextInt(limit + 1);
    }

    /** Takes the next iova; NONE if the tree has no space for another range. */
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

    /** Permutes positions; each step is invertible. */
    private long scramble(final long place) {
        long scrambled = (place + offset) & mask;
        for (int round = 0; round < 3; round++) {
            scrambled = scrambled * multiplier & mask;
            scrambled ^= scrambled >>> (bits + 1) / 2;
        }
        return scrambled;
    }
}
