// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

/**
 * Keeps queues on the way short: below a target delay the window grows, above it shrinks. It has the form of Swift
 * (Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the Datacenter", SIGCOMM 2020):
 *
 * <pre>
 * delay below target     window += packets / window
 * delay above target     window *= 1 - BETA (delay - target) / delay, half at least; once in a round trip
 * a packet was lost      window /= 2; once in a round trip
 * </pre>
 *
 * <p>Swift's target is configured for a datacenter. Here it is the least delay that was seen, which is the way's own,
 * and {@value #QUEUEING} ns of queueing. A way that gets longer is noticed after a pause only. Until the first decrease
 * the window doubles in a round trip.
 */
public final class DelayControl implements CongestionControl {
    /** Twice as long as 64 KB, which leave together, are on a link of 1 Gb/s. */
    static final long QUEUEING = 1_000_000;
    /** A least delay that is older counts no more when packets leave after a pause. */
    static final long LEAST_DELAY_LASTS = 10_000_000_000L;

    private static final double BETA = 0.8;
    private static final double MOST_DECREASE = 0.5;

    private final int most;
    private double packets;
    private boolean isStarting = true;
    /** Of the two that were measured last the smaller: a process that had to wait for a processor is no queue. */
    private long delay;

    private long lastDelay;
    private long leastDelay = Long.MAX_VALUE;
    private long leastDelayAt;
    private long decreasedAt;

    /** Begins with a window, which grows to a larger one at most. */
    public DelayControl(final int first, final int most) {
        this.most = most;
        packets = first;
    }

    @Override
    public int window() {
        return (int) packets;
    }

    @Override
    public int most() {
        return most;
    }

    @Override
    public void begin(final long now) {
        if (now - leastDelayAt > LEAST_DELAY_LASTS) {
            leastDelay = Long.MAX_VALUE;
        }
    }

    @Override
    public void arrived(final int count, final long newDelay, final long now) {
        if (newDelay != UNKNOWN) {
            measured(newDelay, now);
        }
        final long target = leastDelay == Long.MAX_VALUE ? delay : leastDelay + QUEUEING;
        if (delay > target) {
            decrease(Math.max(1 - BETA * (delay - target) / delay, 1 - MOST_DECREASE), now);
        } else {
            packets = Math.min(most, packets + (isStarting ? count : count / packets));
        }
    }

    private void measured(final long newDelay, final long now) {
        delay = Math.min(lastDelay, newDelay);
        lastDelay = newDelay;
        if (newDelay <= leastDelay) {
            leastDelay = newDelay;
            leastDelayAt = now;
        }
    }

    @Override
    public void lost(final long now) {
        decrease(1 - MOST_DECREASE, now);
    }

    private void decrease(final double factor, final long now) {
        if (isStarting || now - decreasedAt >= delay) {
            isStarting = false;
            packets = Math.max(1, packets * factor);
            decreasedAt = now;
        }
    }
}
