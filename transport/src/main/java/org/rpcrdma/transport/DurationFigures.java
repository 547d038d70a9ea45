// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.List;
import java.util.stream.LongStream;

/**
 * How long something took, at one moment: counts since the beginning, and percentiles of the last one or two minutes,
 * or of longer if nobody has read them meanwhile. Values are exact to 1 %. Immutable.
 *
 * @param count      how often it was measured.
 * @param totalNanos sum of all durations, in nanoseconds.
 * @param p50Nanos   median.
 * @param p90Nanos   90th percentile.
 * @param p99Nanos   99th percentile.
 * @param p999Nanos  99.9th percentile.
 * @param maxNanos   the longest, at most an hour.
 * @param buckets    counts since the beginning, by bucket: durations up to the bound of the same place in {@link
 *                   #BOUNDS_NANOS} and above the one before. Longer ones are in none.
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
     * Makes figures.
     *
     * @param count      durations measured.
     * @param totalNanos sum of all durations, in nanoseconds.
     * @param p50Nanos   median.
     * @param p90Nanos   90th percentile.
     * @param p99Nanos   99th percentile.
     * @param p999Nanos  99.9th percentile.
     * @param maxNanos   the longest, at most an hour.
     * @param buckets    counts by bucket, as many as bounds.
     * @throws IllegalArgumentException if there are not as many buckets as bounds.
     */
    public DurationFigures {
        if (buckets.size() != BOUNDS_NANOS.size()) {
            throw new IllegalArgumentException("as many buckets as bounds are needed: buckets=" + buckets.size()
                    + " bounds=" + BOUNDS_NANOS.size());
        }
        buckets = List.copyOf(buckets);
    }
}
