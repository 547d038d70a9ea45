// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

/**
 * Tracks, in picoseconds, how long a serial resource stays busy. It counts picoseconds from the last transfer, because
 * a {@code long} holds at most 106 days in picoseconds and virtual time may run longer.
 */
public class BusyTime {
    /** The number of picoseconds per nanosecond. */
    public static final long PICOS = 1000;

    /** The upper bound, in ns, for the end of transfers. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / PICOS / 2;

    private long sinceNanos;
    private long picos;

    /** Returns the time, in ps, for which the resource stays busy after {@code now}, in ns; 0 if it is free. */
    public long left(final long now) {
        return Math.max(0, picos - Math.min(now - sinceNanos, LONGEST_NANOS) * PICOS);
    }

    /** Makes the resource busy for {@code left} ps from {@code now}, in ns. */
    public void set(final long now, final long left) {
        sinceNanos = now;
        picos = left;
    }

    /** Adds a duration in ps to a time in ns; returns whole nanoseconds. */
    public static long end(final long now, final long picos) {
        return now + (picos + PICOS - 1) / PICOS;
    }
}
