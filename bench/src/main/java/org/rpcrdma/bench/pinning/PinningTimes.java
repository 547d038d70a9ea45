// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import org.HdrHistogram.Histogram;
import org.rpcrdma.bench.pinning.PinningRow.Micros;

/** Collects the times of one kind of call. Not thread-safe. */
final class PinningTimes {
    private static final long LONGEST_NANOS = 100_000_000_000L;
    private static final int DIGITS = 3;
    private static final double MICRO = 1000;

    private final Histogram histogram = new Histogram(1, LONGEST_NANOS, DIGITS);
    private double sum;

    void record(final long nanos) {
        histogram.recordValue(Math.min(nanos, LONGEST_NANOS));
        sum += nanos;
    }

    void add(final PinningTimes other) {
        histogram.add(other.histogram);
        sum += other.sum;
    }

    long count() {
        return histogram.getTotalCount();
    }

    /** Returns the exact mean in nanoseconds. */
    double mean() {
        return sum / count();
    }

    /** Returns the percentiles, to {@value #DIGITS} digits. */
    Micros micros() {
        return new Micros(at(5), at(50), at(95));
    }

    private double at(final double percent) {
        return histogram.getValueAtPercentile(percent) / MICRO;
    }
}
