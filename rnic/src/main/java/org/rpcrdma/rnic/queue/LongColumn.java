// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;

/**
 * A column of a ring, for numbers that are close to each other, such as the addresses of a queue's elements and the ids
 * of its Receives; see {@link RingColumn}. While the upper halves of all values are equal, the column needs only 4
 * bytes per entry.
 */
public final class LongColumn {
    private int[] lower;
    /** The upper 32 bits of all entries, not shifted down, while {@link #uppers} is null. */
    private long upper;

    private boolean isSet;
    private int[] uppers;

    LongColumn(final int capacity) {
        lower = new int[capacity];
    }

    public long get(final int i) {
        final int[] all = uppers;
        return (all == null ? upper : (long) all[i] << Integer.SIZE) | Integer.toUnsignedLong(lower[i]);
    }

    void set(final int i, final long to) {
        lower[i] = (int) to;
        final long itsUpper = to & -1L << Integer.SIZE;
        if (uppers != null) {
            uppers[i] = (int) (to >>> Integer.SIZE);
        } else if (!isSet) {
            upper = itsUpper;
            isSet = true;
        } else if (itsUpper != upper) {
            uppers = new int[lower.length];
            Arrays.fill(uppers, (int) (upper >>> Integer.SIZE));
            uppers[i] = (int) (to >>> Integer.SIZE);
        }
    }

    void doubleCapacity() {
        lower = RingColumn.doubled(lower);
        uppers = uppers == null ? null : RingColumn.doubled(uppers);
    }
}
