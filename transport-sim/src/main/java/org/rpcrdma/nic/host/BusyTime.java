// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/**
 * How long something is still busy that carries one transfer after another, to the picosecond. Counted from the last
 * transfer, since 2<sup>63</sup> picoseconds are 106 days and virtual time goes on for longer.
 */
public final class BusyTime {
    /** In a nanosecond. */
    public static final long PICOS = 1000;

    /** No transfer ends later than that. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / PICOS / 2;

    private long sinceNanos;
    private long picos;

    /** How long it is busy from now on, a time in nanoseconds; 0 where it is free. In picoseconds. */
    public long left(final long now) {
        return Math.max(0, picos - Math.min(now - sinceNanos, LONGEST_NANOS) * PICOS);
    }

    /** It is busy for so many picoseconds from now on. */
    public void set(final long now, final long left) {
        sinceNanos = now;
        picos = left;
    }

    /** When picoseconds from now on are over, in whole nanoseconds. */
    public static long end(final long now, final long picos) {
        return now + (picos + PICOS - 1) / PICOS;
    }
}
