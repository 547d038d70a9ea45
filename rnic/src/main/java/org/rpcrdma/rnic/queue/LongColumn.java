// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;

/**
 * A column of a ring, for numbers that are close to each other, such as the addresses of a queue's elements and the ids
 * of its Receives; see {@link RingColumn}. While the upper halves of all values are equal, the column needs only 4
 * bytes per entry. The arrays end after the last slot that was reserved or set.
 */
public final class LongColumn {
    private static final int[] EMPTY = {};

    /** The number of entries, or its complement until a value is set, which saves 8 bytes per column. */
    private int capacity;

    private int[] lower = EMPTY;
    /** The upper 32 bits of all entries, not shifted down, while {@link #uppers} is null. */
    private long upper;

    private int[] uppers;

    LongColumn(final int capacity) {
        this.capacity = ~capacity;
    }

    /** Returns the number of slots for which memory has been allocated. */
    int room() {
        return lower.length;
    }

    /** Allocates memory for the given number of slots, which may exceed the ring's current size. */
    void reserve(final int slots) {
        if (slots > lower.length) {
            lower = Arrays.copyOf(lower, slots);
            uppers = uppers == null ? null : Arrays.copyOf(uppers, slots);
        }
    }

    public long get(final int i) {
        final int[] all = uppers;
        return (all == null ? upper : (long) all[i] << Integer.SIZE) | Integer.toUnsignedLong(lower[i]);
    }

    void set(final int i, final long to) {
        if (i >= lower.length) {
            reserve(Math.max(i + 1, Math.min(2 * i, capacity < 0 ? ~capacity : capacity)));
        }
        lower[i] = (int) to;
        final long itsUpper = to & -1L << Integer.SIZE;
        if (uppers != null) {
            uppers[i] = (int) (to >>> Integer.SIZE);
        } else if (capacity < 0) {
            upper = itsUpper;
            capacity = ~capacity;
        } else if (itsUpper != upper) {
            uppers = new int[lower.length];
            Arrays.fill(uppers, (int) (upper >>> Integer.SIZE));
            uppers[i] = (int) (to >>> Integer.SIZE);
        }
    }

    /** Doubles the column. Moves no entries unless the ring's positions exceed its old size. */
    void doubleCapacity(final boolean isWrapped) {
        if (capacity < 0) {
            capacity = ~(2 * ~capacity);
            return;
        }
        if (isWrapped) {
            lower = doubled(lower);
            uppers = uppers == null ? null : doubled(uppers);
        }
        capacity *= 2;
    }

    /** Stores each entry in both of its possible slots. Entries beyond the array's end have never been set. */
    private int[] doubled(final int[] column) {
        final int entries = Math.min(capacity, column.length);
        final int[] larger = Arrays.copyOf(column, capacity + entries);
        System.arraycopy(column, 0, larger, capacity, entries);
        return larger;
    }
}
