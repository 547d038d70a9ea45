// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

/**
 * Keeps queues on the way short: below a target delay the window grows, above it shrinks. It has the form of Swift
 * (Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the Datacenter", SIGCOMM 2020):
 *
 * <pre>
 * delay below target     window += packets / window
 * delay above target     window *= 1 - BETA (delay - target) / delay, half at least; once in two intervals
 * a packet was lost      window /= 2; once in a round trip
 * </pre>
 *
 * <p>Swift's NICs measure the network's delay apart from the hosts'. Here the time that an answer waits at this host is
 * taken off, if the system tells it; a peer that waits for a processor delays its answers, too. So the least delay of
 * the last {@value #INTERVAL} to twice as many ns counts: a queue that lasts delays all answers. Swift's target is
 * configured for a datacenter. Here it is the least delay that was ever seen, which is the way's own, and
 * {@value #QUEUEING} ns of queueing. At first the window doubles in a round trip, until two answers in turn were late.
 *
 * <p>A queue of these packets gets shorter with the window. If the delay does not while the window halves, it has
 * another cause: a busy host, others' packets, a way that got longer. Then the window is what it was before, and only
 * losses count for a second: it doubles in a round trip up to what the last one left, and grows by one above.
 */
public final class DelayControl implements CongestionControl {
    /** Twice as long as 64 KB, which leave together, are on a link of 1 Gb/s. */
    static final long QUEUEING = 1_000_000;

    static final long INTERVAL = 25_000_000;
    /** A least delay that is older counts no more when packets leave after a pause. */
    static final long LEAST_DELAY_LASTS = 10_000_000_000L;

    /** How much less than that of these packets alone a queue may have shrunk: others may have their part in it. */
    private static final int PART_OF_QUEUE = 4;
    /** How long delays that do not shrink with the window do not count. */
    static final long OTHER_CAUSE_LASTS = 1_000_000_000;

    /** Late answers leave as many packets: those of a busy host, which takes its time, are late without a queue. */
    private static final int LEAST_IF_LATE = 64;

    private static final int LEAST = 8;

    private static final double BETA = 0.8;
    private static final double MOST_DECREASE = 0.5;

    private final int most;
    private double packets;
    private boolean isStarting = true;
    private long lastDelay;
    /** The least of this interval, and of the one before. */
    private long recentDelay = Long.MAX_VALUE;

    private long earlierDelay = Long.MAX_VALUE;
    private long intervalEnd;
    private long leastDelay = Long.MAX_VALUE;
    private long leastDelayAt;
    private long decreasedAt;

    /** Before the window was decreased for a delay, until it has halved; no packets while it is not. */
    private long delayBefore;

    private double packetsBefore;
    private long otherCauseUntil;
    /** The window after the last loss. */
    private double threshold;

    /** Begins with a window, which grows to a larger one at most. */
    public DelayControl(final int first, final int most) {
        this.most = most;
        packets = first;
        threshold = most;
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
        final long delay = Math.min(earlierDelay, recentDelay);
        if (delay <= target()) {
            packetsBefore = 0;
            grow(count, isStarting);
        } else if (now < otherCauseUntil) {
            grow(count, packets < threshold);
        } else if (now - decreasedAt >= 2 * INTERVAL + delay) {
            late(delay, now);
        }
    }

    private void grow(final int count, final boolean isFast) {
        packets = Math.min(most, packets + (isFast ? count : count / packets));
    }

    /** Decreases the window, or gives back what was taken if the delay has not fallen with it. */
    private void late(final long delay, final long now) {
        final boolean isTried = packetsBefore != 0 && packets <= Math.max(LEAST_IF_LATE, packetsBefore * MOST_DECREASE);
        if (isTried && !hasFallen(delay)) {
            packets = Math.max(packets, packetsBefore);
            packetsBefore = 0;
            otherCauseUntil = now + OTHER_CAUSE_LASTS;
            return;
        }
        if (isTried || packetsBefore == 0) {
            delayBefore = delay;
            packetsBefore = packets;
        }
        decrease(Math.max(1 - BETA * (delay - target()) / delay, 1 - MOST_DECREASE), LEAST_IF_LATE, now);
    }

    private boolean hasFallen(final long delay) {
        final double expected = (delayBefore - leastDelay) * (1 - packets / packetsBefore);
        return packets < packetsBefore && delayBefore - delay >= expected / PART_OF_QUEUE;
    }

    private long target() {
        return leastDelay == Long.MAX_VALUE ? leastDelay : leastDelay + QUEUEING;
    }

    private void measured(final long delay, final long now) {
        if (delay <= leastDelay) {
            leastDelay = delay;
            leastDelayAt = now;
        }
        if (now >= intervalEnd) {
            earlierDelay = recentDelay;
            recentDelay = delay;
            intervalEnd = now + INTERVAL;
        }
        recentDelay = Math.min(recentDelay, delay);
        isStarting &= Math.min(lastDelay, delay) <= target();
        lastDelay = delay;
    }

    @Override
    public void lost(final long now) {
        decrease(1 - MOST_DECREASE, LEAST, now);
        threshold = packets;
    }

    private void decrease(final double factor, final int least, final long now) {
        if (isStarting || now - decreasedAt >= lastDelay) {
            isStarting = false;
            packets = Math.min(packets, Math.max(least, packets * factor));
            decreasedAt = now;
        }
    }
}
