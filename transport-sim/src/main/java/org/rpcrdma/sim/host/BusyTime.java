// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

/**
 * Tracks, in picoseconds, how long a serial resource stays busy. Picoseconds count from the last transfer, because
 * 2<sup>63</sup> of them are 106 days and virtual time may run longer.
 */
public class BusyTime {
    /** Picoseconds per nanosecond. */
    public static final long PICOS = 1000;

    /** An upper bound for the end of transfers. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / PICOS / 2;

    private long sinceNanos;
    private long picos;

    /** Returns the picoseconds for which it is busy from a time in nanoseconds; 0 if it is free. */
    public long left(final long now) {
        return Math.max(0, picos - Math.min(now - sinceNanos, LONGEST_NANOS) * PICOS);
    }

    /** Makes it busy for a number of picoseconds from a time on. */
    public void set(final long now, final long left) {
        sinceNanos = now;
        picos = left;
    }

    /** Converts a time in nanoseconds plus picoseconds to whole nanoseconds. */
    public static long end(final long now, final long picos) {
        return now + (picos + PICOS - 1) / PICOS;
    }
}
