// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;

/**
 * A column of a ring; see {@link RingColumn}. While all values are equal, which is common for the lengths and lkeys of
 * a queue's requests, the column needs no memory per entry.
 */
public final class IntColumn {
    private int capacity;
    /** The value of all entries, while {@link #values} is null. */
    private int value;

    private boolean isSet;
    private int[] values;

    IntColumn(final int capacity) {
        this.capacity = capacity;
    }

    public int get(final int i) {
        final int[] all = values;
        return all == null ? value : all[i];
    }

    void set(final int i, final int to) {
        if (values != null) {
            values[i] = to;
        } else if (!isSet) {
            value = to;
            isSet = true;
        } else if (to != value) {
            values = new int[capacity];
            Arrays.fill(values, value);
            values[i] = to;
        }
    }

    void doubleCapacity() {
        capacity *= 2;
        values = values == null ? null : RingColumn.doubled(values);
    }
}
