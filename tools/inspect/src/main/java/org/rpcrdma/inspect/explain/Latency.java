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

    private final IntCountsHistogram histogram = new IntCountsHistogram(DIGITS);
    private long worst;
    private long worstFrame;

    /**
     * Times, in nanoseconds.
     *
     * @param count how many there are.
     * @param p50   the median, of two digits.
     * @param p99   the 99th percentile, of two digits.
     * @param worst the longest.
     * @param frame the frame at which the longest ended.
     */
    record Summary(long count, long p50, long p99, long worst, long frame) {}

    Latency() {}

    void add(final long nanos, final long frame) {
        histogram.recordValue(Math.min(nanos, LONGEST));
        if (nanos > worst || worstFrame == 0) {
            worst = nanos;
            worstFrame = frame;
        }
    }

    long count() {
        return histogram.getTotalCount();
    }

    Summary summary() {
        return new Summary(count(), percentile(50), percentile(99), worst, worstFrame);
    }

    private long percentile(final double share) {
        return Math.min(worst, histogram.getValueAtPercentile(share));
    }
}
