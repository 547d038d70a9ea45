// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.List;
import java.util.stream.LongStream;

/**
 * A snapshot of measured durations: counts since the start, and percentiles of the last one or two minutes, or of a
 * longer time if no reader took them in between. Values are exact to 1 %. Immutable.
 *
 * @param count      durations measured.
 * @param totalNanos sum of all durations, in nanoseconds.
 * @param p50Nanos   median.
 * @param p90Nanos   90th percentile.
 * @param p99Nanos   99th percentile.
 * @param p999Nanos  99.9th percentile.
 * @param maxNanos   maximum, at most an hour.
 * @param buckets    counts since the start, by bucket: durations up to the bound of the same index in
 *                   {@link #BOUNDS_NANOS} and above the previous bound. Durations above the last bound are in no
 *                   bucket.
 */
public record DurationFigures(
        long count,
        long totalNanos,
        long p50Nanos,
        long p90Nanos,
        long p99Nanos,
        long p999Nanos,
        long maxNanos,
        List<Long> buckets) {

    /** The bounds of the buckets, in nanoseconds: 1, 2.5 and 5 of each power of ten from 1 us to 5 s. */
    public static final List<Long> BOUNDS_NANOS = LongStream.iterate(
                    1_000, bound -> bound <= 1_000_000_000, b -> 10 * b)
            .flatMap(bound -> LongStream.of(bound, 5 * bound / 2, 5 * bound))
            .boxed()
            .toList();

    /**
     * Creates figures.
     *
     * @param count      durations measured.
     * @param totalNanos sum of all durations, in nanoseconds.
     * @param p50Nanos   median.
     * @param p90Nanos   90th percentile.
     * @param p99Nanos   99th percentile.
     * @param p999Nanos  99.9th percentile.
     * @param maxNanos   maximum, at most an hour.
     * @param buckets    counts by bucket, one per bound.
     * @throws IllegalArgumentException if the numbers of buckets and bounds differ.
     */
    public DurationFigures {
        if (buckets.size() != BOUNDS_NANOS.size()) {
            throw new IllegalArgumentException("buckets must be as numerous as bounds: buckets=" + buckets.size()
                    + " bounds=" + BOUNDS_NANOS.size());
        }
        buckets = List.copyOf(buckets);
    }
}
