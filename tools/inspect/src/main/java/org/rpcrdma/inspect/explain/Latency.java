// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.HdrHistogram.IntCountsHistogram;

/**
 * Collects durations of one kind, and the frame of the longest one.
 *
 * <p>The percentiles come from a histogram with a precision of two significant digits. The longest duration is exact.
 */
final class Latency {
    /** The upper bound of durations, in ns: one hour. Longer durations count as one hour. */
    private static final long LONGEST = 3_600_000_000_000L;

    private static final int DIGITS = 2;
    /** Represents an unknown duration. */
    static final long UNKNOWN = -1;

    private final IntCountsHistogram histogram = new IntCountsHistogram(DIGITS);
    private long worst = UNKNOWN;
    private long worstFrame;
    private long unknown;

    /**
     * Durations in nanoseconds; -1 if no duration is known.
     *
     * @param count the number of durations.
     * @param p50   the median, precise to two digits.
     * @param p99   the 99th percentile, precise to two digits.
     * @param worst the longest duration.
     * @param frame the frame at which the longest duration ended.
     */
    record Summary(long count, long p50, long p99, long worst, long frame) {}

    Latency() {}

    /** Adds a duration. A negative duration, from a clock that jumped backwards, counts as unknown. */
    void add(final long nanos, final long frame) {
        if (nanos < 0) {
            unknown++;
            return;
        }
        histogram.recordValue(Math.min(nanos, LONGEST));
        if (nanos > worst || worstFrame == 0) {
            worst = nanos;
            worstFrame = frame;
        }
    }

    long count() {
        return histogram.getTotalCount() + unknown;
    }

    Summary summary() {
        return new Summary(count(), percentile(50), percentile(99), worst, worstFrame);
    }

    private long percentile(final double share) {
        return worst == UNKNOWN ? UNKNOWN : Math.min(worst, histogram.getValueAtPercentile(share));
    }
}
