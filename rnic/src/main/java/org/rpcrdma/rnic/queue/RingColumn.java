// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;

/**
 * Doubles the columns of rings. A ring's size is a power of 2, and the low bits of a position select the slot. When the
 * ring is doubled, an entry's slot either stays the same or increases by the old size. For this reason, a doubled
 * column stores each entry in both slots.
 */
public final class RingColumn {
    private RingColumn() {}

    public static long[] doubled(final long[] column) {
        final long[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    public static int[] doubled(final int[] column) {
        final int[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    public static byte[] doubled(final byte[] column) {
        final byte[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    public static boolean[] doubled(final boolean[] column) {
        final boolean[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    static <T> T[] doubled(final T[] column) {
        final T[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }
}
