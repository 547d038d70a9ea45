// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

/**
 * Tracks, in picoseconds, how long a serial resource stays busy. Picoseconds are counted from the last transfer,
 * because a {@code long} can represent only 106 days in picoseconds and a simulation may run longer.
 */
public class BusyTime {
    /** The number of picoseconds per nanosecond. */
    public static final long PICOS = 1000;

    /** The latest time, in ns, at which a transfer can end. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / PICOS / 2;

    private long sinceNanos;
    private long picos;

    /** Returns the time, in ps, for which the resource stays busy after {@code now} (in ns), or 0 if it is free. */
    public long left(final long now) {
        return Math.max(0, picos - Math.min(now - sinceNanos, LONGEST_NANOS) * PICOS);
    }

    /** Makes the resource busy for {@code left} ps from {@code now} (in ns). */
    public void set(final long now, final long left) {
        sinceNanos = now;
        picos = left;
    }

    /** Adds a duration in ps to a time in ns, and returns the sum in whole nanoseconds. */
    public static long end(final long now, final long picos) {
        return now + (picos + PICOS - 1) / PICOS;
    }
}
