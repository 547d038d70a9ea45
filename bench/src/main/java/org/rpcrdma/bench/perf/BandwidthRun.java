// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.LongSupplier;

/**
 * Keeps the send queues full and counts completions. Depends only on a clock and senders. Allocates nothing once it has
 * started.
 *
 * <p>The peak is the rate of the fastest stretch, which is {@value #STRETCH_FILLS} fills of all queues. Each queue pair
 * signals only some of its messages, so the number of messages in a stretch is uncertain by up to the number of
 * messages per signalled completion. The uncertain messages are subtracted, so that the peak never exceeds the real
 * transfer rate.
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
     * Creates a run.
     *
     * @param clock         returns nanoseconds.
     * @param senders       one sender per queue pair.
     * @param messagesEach  the number of messages per queue pair; 0 if the duration limits the run.
     * @param durationNanos the duration of the run; 0 if the number of messages limits the run.
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

    /** Counts a completion. Call {@link #goOn} after each batch. */
    void completed(final int sender, final int messages) {
        outstanding[sender] -= messages;
        outstandingInAll -= messages;
        completed += messages;
    }

    /** Sends more messages until the queues are full. */
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
     * Returns true if all messages have completed. If the duration limits the run, unsignalled messages at its end are
     * ignored.
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

    /** Returns the number of messages that have been sent but have not completed. */
    long outstanding() {
        return outstandingInAll;
    }

    long messages() {
        return completed;
    }

    long nanos() {
        return endNanos - begunNanos;
    }

    /** Returns the mean rate in messages per second. */
    double average() {
        return perSecond(completed, nanos());
    }

    /** Returns the rate of the fastest stretch in messages per second, or the mean rate if no stretch was completed. */
    double peak() {
        return Math.max(peak, average());
    }

    private static double perSecond(final long messages, final long nanos) {
        return messages * 1e9 / Math.max(1, nanos);
    }
}
