// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Sends a message, waits for the answer, and sends the next message. Depends only on a clock and a sender. Allocates
 * nothing once it has started.
 */
final class LatencyRun {
    private static final int DIGITS = 4;
    private static final long LONGEST_NANOS = 100_000_000_000L;

    private final LongSupplier clock;
    private final Sender sender;
    private final long messages;
    private final long durationNanos;
    private final Histogram times = new Histogram(1, LONGEST_NANOS, DIGITS);
    private long begunNanos;
    private long sentNanos;
    private long least = Long.MAX_VALUE;
    private long longestNanos;
    private double sum;
    private double squares;
    private boolean isDone;

    /**
     * Creates a run.
     *
     * @param messages      the number of messages; 0 if the duration limits the run.
     * @param durationNanos the duration of the run; 0 if the number of messages limits the run.
     */
    LatencyRun(final LongSupplier clock, final Sender sender, final long messages, final long durationNanos) {
        this.clock = clock;
        this.sender = sender;
        this.messages = durationNanos > 0 ? Long.MAX_VALUE : messages;
        this.durationNanos = durationNanos;
    }

    /** Sends the first message. */
    void begin() {
        begunNanos = clock.getAsLong();
        sentNanos = begunNanos;
        sender.send(1, 1);
    }

    /** Records the time of an answer and sends the next message. */
    void answered() {
        final long now = clock.getAsLong();
        record(now - sentNanos);
        isDone = times.getTotalCount() >= messages || durationNanos > 0 && now - begunNanos >= durationNanos;
        if (!isDone) {
            sentNanos = now;
            sender.send(1, 1);
        }
    }

    private void record(final long nanos) {
        times.recordValue(Math.min(nanos, LONGEST_NANOS));
        least = Math.min(least, nanos);
        longestNanos = Math.max(longestNanos, nanos);
        sum += nanos;
        squares += (double) nanos * nanos;
    }

    boolean isDone() {
        return isDone;
    }

    long count() {
        return times.getTotalCount();
    }

    long least() {
        return least;
    }

    long most() {
        return longestNanos;
    }

    double average() {
        return sum / count();
    }

    double deviation() {
        final double average = average();
        return Math.sqrt(Math.max(0, squares / count() - average * average));
    }

    /** Returns a percentile of the times, to {@value #DIGITS} digits. */
    long percentile(final double percent) {
        return Math.min(longestNanos, times.getValueAtPercentile(percent));
    }
}
