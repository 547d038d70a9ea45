// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.rpcrdma.transport.DurationFigures;

/**
 * Records durations on an event loop. Percentiles cover the current and the previous period. A period ends when the
 * figures are read and the period has lasted at least a minute. Buckets count all durations.
 */
public final class DurationRecorder {
    private static final long HIGHEST = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 2;
    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private Histogram present = new Histogram(HIGHEST, DIGITS);
    private Histogram last = new Histogram(HIGHEST, DIGITS);

    /** The number of durations in each bucket in earlier periods. */
    private final long[] ended = new long[DurationFigures.BOUNDS_NANOS.size()];

    private long endedCount;
    private long totalNanos;
    private long periodBegan;

    public DurationRecorder(final long nowNanos) {
        periodBegan = nowNanos;
    }

    public void record(final long nanos) {
        present.recordValue(Math.min(Math.max(nanos, 0), HIGHEST));
        totalNanos += nanos;
    }

    public DurationFigures figures(final long nowNanos) {
        if (nowNanos - periodBegan >= PERIOD_NANOS) {
            endPeriod();
            periodBegan = nowNanos;
        }
        final Histogram recent = present.copy();
        recent.add(last);
        final long[] buckets = ended.clone();
        count(recent, buckets);
        return new DurationFigures(
                endedCount + recent.getTotalCount(),
                totalNanos,
                recent.getValueAtPercentile(50),
                recent.getValueAtPercentile(90),
                recent.getValueAtPercentile(99),
                recent.getValueAtPercentile(99.9),
                recent.getMaxValue(),
                LongStream.of(buckets).boxed().toList());
    }

    private void endPeriod() {
        count(last, ended);
        endedCount += last.getTotalCount();
        final Histogram empty = last;
        empty.reset();
        last = present;
        present = empty;
    }

    private static void count(final Histogram histogram, final long[] buckets) {
        int bucket = 0;
        for (final HistogramIterationValue value : histogram.recordedValues()) {
            while (bucket < buckets.length && value.getValueIteratedTo() > DurationFigures.BOUNDS_NANOS.get(bucket)) {
                bucket++;
            }
            if (bucket < buckets.length) {
                buckets[bucket] += value.getCountAtValueIteratedTo();
            }
        }
    }
}
