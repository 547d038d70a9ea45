// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.LongSupplier;

/**
 * Keeps queue pairs full and counts completions. It is handed a clock and senders, and calls nothing else; it
 * allocates nothing once it has begun.
 *
 * <p>The peak is the rate of the fastest stretch of {@value #STRETCH_FILLS} fills of all queues. Where a stretch begins
 * and ends is known to the messages that one completion of each queue pair stands for; these are taken off, so that a
 * peak is never above the bytes carried.
 */
final class BandwidthRun {
    private static final int STRETCH_FILLS = 8;

    private final LongSupplier clock;
    private final Sender[] senders;
    private final int txDepth;
    private final int list;
    private final int signalEvery;
    private final long messagesEach;
    private final long durationNanos;
    private final long stretch;
    private final long uncertain;
    private final long[] sent;
    private final int[] outstanding;
    private final int[] unsignaled;
    private long outstandingInAll;
    private long completed;
    private long begunNanos;
    private long endNanos;
    private long stretchBegun;
    private long stretchNanos;
    private double peak;
    private boolean isEnding;

    /**
     * Makes a run of a plan.
     *
     * @param clock         nanoseconds.
     * @param senders       one a queue pair.
     * @param messagesEach  of each queue pair; 0 if the duration ends it.
     * @param durationNanos how long; 0 if the number of messages ends it.
     */
    BandwidthRun(
            final LongSupplier clock,
            final Sender[] senders,
            final PerfPlan plan,
            final long messagesEach,
            final long durationNanos) {
        this.clock = clock;
        this.senders = senders.clone();
        txDepth = plan.txDepth();
        list = plan.list();
        signalEvery = plan.test().isRpc() ? 1 : plan.signalEvery();
        this.messagesEach = durationNanos > 0 ? Long.MAX_VALUE : messagesEach;
        this.durationNanos = durationNanos;
        stretch = (long) STRETCH_FILLS * txDepth * senders.length;
        uncertain = (long) signalEvery * senders.length;
        sent = new long[senders.length];
        outstanding = new int[senders.length];
        unsignaled = new int[senders.length];
    }

    /** Sends until the queues are full. */
    void begin() {
        begunNanos = clock.getAsLong();
        stretchNanos = begunNanos;
        fillAll();
    }

    /** Counts a completion; {@link #goOn} follows once the batch is counted. */
    void completed(final int sender, final int messages) {
        outstanding[sender] -= messages;
        outstandingInAll -= messages;
        completed += messages;
    }

    /** Sends more until the queues are full. */
    void goOn() {
        endNanos = clock.getAsLong();
        if (completed - stretchBegun >= stretch) {
            peak = Math.max(peak, perSecond(completed - stretchBegun - uncertain, endNanos - stretchNanos));
            stretchBegun = completed;
            stretchNanos = endNanos;
        }
        isEnding |= durationNanos > 0 && endNanos - begunNanos >= durationNanos;
        fillAll();
    }

    private void fillAll() {
        for (int i = 0; i < senders.length; i++) {
            while (!isEnding && sent[i] < messagesEach && outstanding[i] + list <= txDepth) {
                send(i);
            }
        }
    }

    private void send(final int i) {
        final int messages = (int) Math.min(list, messagesEach - sent[i]);
        unsignaled[i] += messages;
        sent[i] += messages;
        outstanding[i] += messages;
        outstandingInAll += messages;
        final boolean isSignaled = unsignaled[i] >= signalEvery || sent[i] == messagesEach;
        senders[i].send(messages, isSignaled ? unsignaled[i] : 0);
        if (isSignaled) {
            unsignaled[i] = 0;
        }
    }

    /**
     * Returns true if all messages have completed. Those of a duration's end that no completion stands for are neither
     * waited for nor counted.
     */
    boolean isDone() {
        if (!isEnding) {
            return outstandingInAll == 0 && sent[0] == messagesEach;
        }
        long silent = 0;
        for (final int messages : unsignaled) {
            silent += messages;
        }
        return outstandingInAll == silent;
    }

    /** Returns messages that have been sent, and have not completed. */
    long outstanding() {
        return outstandingInAll;
    }

    long messages() {
        return completed;
    }

    long nanos() {
        return endNanos - begunNanos;
    }

    /** Returns messages a second over all. */
    double average() {
        return perSecond(completed, nanos());
    }

    /** Returns messages a second in the fastest stretch; the average if there was no whole one. */
    double peak() {
        return Math.max(peak, average());
    }

    private static double perSecond(final long messages, final long nanos) {
        return messages * 1e9 / Math.max(1, nanos);
    }
}
