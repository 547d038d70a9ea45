// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.HdrHistogram.IntCountsHistogram;

/**
 * Collects times of one kind, with the frame of the longest.
 *
 * <p>Percentiles come from a histogram with two digits; the longest time is exact.
 */
final class Latency {
    /** The upper bound of times, one hour; longer times count as this. */
    private static final long LONGEST = 3_600_000_000_000L;

    private static final int DIGITS = 2;
    /** A time that is not known. */
    static final long UNKNOWN = -1;

    private final IntCountsHistogram histogram = new IntCountsHistogram(DIGITS);
    private long worst = UNKNOWN;
    private long worstFrame;
    private long unknown;

    /**
     * Times in nanoseconds; -1 if none is known.
     *
     * @param count the number of times.
     * @param p50 the median, of two digits.
     * @param p99 the 99th percentile, of two digits.
     * @param worst the longest time.
     * @param frame the frame at which the longest time ended.
     */
    record Summary(long count, long p50, long p99, long worst, long frame) {}

    Latency() {}

    /** Adds a time. A time below 0, from a clock that went back, counts as unknown. */
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
