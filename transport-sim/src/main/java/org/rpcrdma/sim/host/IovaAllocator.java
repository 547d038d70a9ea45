// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * Allocates ranges of a device's 48-bit I/O virtual address space. The number of pages in a range is a power of two, as
 * in Linux's IOVA caches, and the range is aligned to its length. Freed ranges are reused in last-in, first-out order.
 * If no freed range fits, the next range of the unused address space is allocated, in ascending order. Iovas therefore
 * depend only on the sequence of calls.
 *
 * <pre>
 * START        next                                    END
 *   |############|---------------------------------------|
 *     free[0]: single pages   free[1]: pairs of pages   ...   each a stack
 * </pre>
 */
public final class IovaAllocator {
    static final int PAGE_SHIFT = 12;
    public static final long NONE = -1;
    static final long START = 1L << 32;
    static final long END = 1L << 48;

    private static final int ORDERS = 36;

    /** The stacks of free ranges, indexed by order. A stack is created when the first range of its order is freed. */
    private LongArrayList[] free = {};

    private final long end;
    private long next = START;

    public IovaAllocator() {
        this(END);
    }

    IovaAllocator(final long end) {
        this.end = end;
    }

    /** Returns the order of the smallest range that holds the given number of pages. */
    public static int orderOf(final long pages) {
        return Long.SIZE - Long.numberOfLeadingZeros(pages - 1);
    }

    /** Allocates a range of 2^order pages and returns its address, or NONE if the address space is exhausted. */
    public long allocate(final int order) {
        if (order >= ORDERS) {
            return NONE;
        }
        if (order < free.length && free[order] != null && !free[order].isEmpty()) {
            return free[order].popLong();
        }
        final long size = 1L << (order + PAGE_SHIFT);
        final long aligned = (next + size - 1) & -size;
        if (size > end - aligned) {
            return takeHalf(order);
        }
        keepGap(aligned);
        next = aligned + size;
        return aligned;
    }

    public void free(final long iova, final int order) {
        if (order >= free.length) {
            free = Arrays.copyOf(free, order + 1);
        }
        if (free[order] == null) {
            free[order] = new LongArrayList();
        }
        free[order].pushLong(iova);
    }

    /** Splits a larger free range. Called when the allocator has reached the end of the address space. */
    private long takeHalf(final int order) {
        final long whole = order + 1 < ORDERS ? allocate(order + 1) : NONE;
        if (whole != NONE) {
            free(whole + (1L << (order + PAGE_SHIFT)), order);
        }
        return whole;
    }

    /** Adds the addresses that were skipped for alignment to the free ranges. */
    private void keepGap(final long aligned) {
        while (next < aligned) {
            final int order = Long.numberOfTrailingZeros(next) - PAGE_SHIFT;
            final int fitting = Math.min(order, Long.SIZE - 1 - Long.numberOfLeadingZeros(aligned - next) - PAGE_SHIFT);
            free(next, fitting);
            next += 1L << (fitting + PAGE_SHIFT);
        }
    }
}
