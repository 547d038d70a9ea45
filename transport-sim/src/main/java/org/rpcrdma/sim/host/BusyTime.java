// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

/**
 * Tracks, in picoseconds, how long a serial resource stays busy. Counted from the last transfer, since 2<sup>63</sup>
 * picoseconds are 106 days and virtual time may run longer.
 */
public class BusyTime {
    /** In a nanosecond. */
    public static final long PICOS = 1000;

    /** No transfer ends later than that. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / PICOS / 2;

    private long sinceNanos;
    private long picos;

    /** Returns for how many picoseconds it is busy from a time on, in nanoseconds; 0 if it is free. */
    public long left(final long now) {
        return Math.max(0, picos - Math.min(now - sinceNanos, LONGEST_NANOS) * PICOS);
    }

    /** Makes it busy for a number of picoseconds from a time on. */
    public void set(final long now, final long left) {
        sinceNanos = now;
        picos = left;
    }

    /** Returns the end of a number of picoseconds from a time on, in whole nanoseconds. */
    public static long end(final long now, final long picos) {
        return now + (picos + PICOS - 1) / PICOS;
    }
}
