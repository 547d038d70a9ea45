// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.HdrHistogram.IntCountsHistogram;

/**
 * Times of one kind, with the frame of the longest.
 *
 * <p>Percentiles are of a histogram of two digits; the longest time is exact.
 */
final class Latency {
    /** What is longer counts as this: an hour. */
    private static final long LONGEST = 3_600_000_000_000L;

    private static final int DIGITS = 2;
    /** A time that the capture does not tell. */
    static final long UNKNOWN = -1;

    private final IntCountsHistogram histogram = new IntCountsHistogram(DIGITS);
    private long worst = UNKNOWN;
    private long worstFrame;
    private long unknown;

    /**
     * Times, in nanoseconds; -1 if the capture tells none.
     *
     * @param count how many there are.
     * @param p50   the median, of two digits.
     * @param p99   the 99th percentile, of two digits.
     * @param worst the longest.
     * @param frame the frame at which the longest ended.
     */
    record Summary(long count, long p50, long p99, long worst, long frame) {}

    Latency() {}

    /** Adds a time; one below 0, of a clock that went back, is not known. */
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
