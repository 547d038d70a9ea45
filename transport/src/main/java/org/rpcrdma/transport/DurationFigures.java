// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.List;
import java.util.stream.LongStream;

/**
 * A snapshot of measured durations. The counts cover the time since the start. The percentiles cover the last one or
 * two minutes, or a longer period if the figures were not read during that time. Values are accurate to 1 %. Immutable.
 *
 * @param count      the number of durations measured.
 * @param totalNanos the sum of all durations, in nanoseconds.
 * @param p50Nanos   the median, in nanoseconds.
 * @param p90Nanos   the 90th percentile, in nanoseconds.
 * @param p99Nanos   the 99th percentile, in nanoseconds.
 * @param p999Nanos  the 99.9th percentile, in nanoseconds.
 * @param maxNanos   the maximum, in nanoseconds; at most one hour.
 * @param buckets    the number of durations in each bucket since the start. Bucket i counts the durations above bound i
 *                   - 1 and up to bound i of {@link #BOUNDS_NANOS}. No bucket counts durations above the last bound.
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

    /** The upper bounds of the buckets, in nanoseconds: 1, 2.5 and 5 times each power of ten, from 1 us to 5 s. */
    public static final List<Long> BOUNDS_NANOS = LongStream.iterate(
                    1_000, bound -> bound <= 1_000_000_000, b -> 10 * b)
            .flatMap(bound -> LongStream.of(bound, 5 * bound / 2, 5 * bound))
            .boxed()
            .toList();

    /**
     * Creates a snapshot.
     *
     * @param count      the number of durations measured.
     * @param totalNanos the sum of all durations, in nanoseconds.
     * @param p50Nanos   the median, in nanoseconds.
     * @param p90Nanos   the 90th percentile, in nanoseconds.
     * @param p99Nanos   the 99th percentile, in nanoseconds.
     * @param p999Nanos  the 99.9th percentile, in nanoseconds.
     * @param maxNanos   the maximum, in nanoseconds; at most one hour.
     * @param buckets    the count of each bucket, one bucket per bound.
     * @throws IllegalArgumentException if the number of buckets differs from the number of bounds.
     */
    public DurationFigures {
        if (buckets.size() != BOUNDS_NANOS.size()) {
            throw new IllegalArgumentException("the number of buckets must equal the number of bounds: buckets="
                    + buckets.size() + " bounds=" + BOUNDS_NANOS.size());
        }
        buckets = List.copyOf(buckets);
    }
}
