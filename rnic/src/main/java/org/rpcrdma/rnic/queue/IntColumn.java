// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;

/**
 * A column of a ring; see {@link RingColumn}. While all values are equal, which is common for the lengths and lkeys of
 * a queue's requests, the column needs no memory per entry.
 */
public final class IntColumn {
    /** The number of entries, or its complement until a value is set, which saves 8 bytes per column. */
    private int capacity;
    /** The value of all entries, while {@link #values} is null. */
    private int value;

    private int[] values;

    IntColumn(final int capacity) {
        this.capacity = ~capacity;
    }

    public int get(final int i) {
        final int[] all = values;
        return all == null ? value : all[i];
    }

    void set(final int i, final int to) {
        if (values != null) {
            values[i] = to;
        } else if (capacity < 0) {
            value = to;
            capacity = ~capacity;
        } else if (to != value) {
            values = new int[capacity];
            Arrays.fill(values, value);
            values[i] = to;
        }
    }

    /** Doubles the column. Moves no entries unless the ring's positions exceed its old size. */
    void doubleCapacity(final boolean isWrapped) {
        capacity = capacity < 0 ? ~(2 * ~capacity) : 2 * capacity;
        if (values != null) {
            values = isWrapped ? RingColumn.doubled(values) : Arrays.copyOf(values, capacity);
        }
    }
}
