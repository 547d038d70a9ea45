// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * Keeps queues on the way short: below a target delay the window grows, above it shrinks. It has the form of Swift
 * (Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the Datacenter", SIGCOMM 2020):
 *
 * <pre>
 * delay below target     window += packets / window
 * delay above target     window *= 1 - BETA (delay - target) / delay, half at least;
 *                        once in two intervals and a round trip
 * a packet was lost      window /= 2; once in a round trip
 * </pre>
 *
 * <p>Swift's NICs measure the network's delay apart from the hosts'. Here the time that an answer waits at this host is
 * taken off, if the system tells it; a peer that waits for a processor delays its answers, too. So the least delay of
 * the last {@value #INTERVAL} to twice as many ns counts: a queue that lasts delays all answers. Swift's target is
 * configured for a datacenter. Here it is the least delay that was ever seen, which is the way's own, and
 * {@value #QUEUEING} ns of queueing. At first the window doubles in a round trip, until two answers in turn were late.
 *
 * <p>A queue of these packets gets shorter with the window. If the delay does not fall while the window halves, it has
 * another cause: a busy host, packets of other hosts, a way that got longer. Then the window is given back, and for a
 * second only losses count, as in {@link LossControl}: without a loss it doubles up to the largest window. A window
 * that no packet waits for does not grow, and proves nothing.
 */
public final class DelayControl implements CongestionControl {
    /** Twice as long as 64 KB, which leave together, are on a link of 1 Gb/s. */
    static final long QUEUEING = 1_000_000;

    static final long INTERVAL = 25_000_000;
    /** Age after which a minimum delay is discarded when sending resumes after a pause. */
    static final long LEAST_DELAY_LASTS = 10_000_000_000L;

    /** A queue that has others' packets, too, shrinks less than one of these alone: by this part of it at least. */
    private static final int PART_OF_QUEUE = 4;
    /** How long delays that do not shrink with the window do not count. */
    static final long OTHER_CAUSE_LASTS = 1_000_000_000;

    /** A window below this size grows although answers are late, as a busy host's answers are late without a queue. */
    private static final int LEAST_IF_LATE = 64;

    private static final int LEAST = 8;

    /** No decrease is to be judged. */
    private static final double NOT_TRIED = 0;

    private static final double BETA = 0.8;
    private static final double MOST_DECREASE = 0.5;

    private final int most;
    private double packets;
    private boolean isStarting = true;
    private long lastDelay;
    /** The minimum of this interval and of the previous one. */
    private long recentDelay = Long.MAX_VALUE;

    private long earlierDelay = Long.MAX_VALUE;
    private long intervalEnd;
    private long leastDelay = Long.MAX_VALUE;
    private long leastDelayAt;
    private long decreasedAt;

    /** The delay and the window before that was decreased, until the effect was judged. */
    private long delayBefore;

    private double packetsBefore = NOT_TRIED;
    private long otherCauseUntil;
    /** True if packets waited for a larger window in the interval before, and if in this one. */
    private boolean wasFull;

    private boolean isFull;
    /** The window after the last loss; the largest without one. */
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
            packetsBefore = NOT_TRIED;
        }
    }

    @Override
    public void arrived(final int count, final long newDelay, final long now) {
        if (newDelay != UNKNOWN) {
            measured(newDelay, now);
        }
        final long delay = Math.min(earlierDelay, recentDelay);
        if (delay <= target()) {
            packetsBefore = NOT_TRIED;
            grow(count, isStarting);
        } else if (now < otherCauseUntil) {
            grow(count, packets < threshold);
        } else if (packetsBefore == NOT_TRIED && packets < LEAST_IF_LATE) {
            grow(count, false);
        } else if (now - decreasedAt >= 2 * INTERVAL + delay) {
            late(delay, now);
        }
    }

    private void grow(final int count, final boolean isFast) {
        if (!decides()) {
            return;
        }
        packets = Math.min(most, packets + (isFast ? count : count / packets));
    }

    /** Returns true if packets have waited for the window lately; if not, a smaller one may have no effect at all. */
    private boolean decides() {
        return wasFull || isFull;
    }

    /** Decreases the window; once that has halved it, judges the effect. */
    private void late(final long delay, final long now) {
        if (!decides()) {
            packetsBefore = NOT_TRIED;
            decrease(1 - MOST_DECREASE, LEAST_IF_LATE / 2, now);
            return;
        }
        if (packetsBefore != NOT_TRIED && packets <= packetsBefore * MOST_DECREASE) {
            judge(delay, now);
            if (now < otherCauseUntil || packets < LEAST_IF_LATE) {
                return;
            }
        }
        if (packetsBefore == NOT_TRIED) {
            delayBefore = delay;
            packetsBefore = packets;
        }
        decrease(Math.max(1 - BETA * (delay - target()) / delay, 1 - MOST_DECREASE), LEAST_IF_LATE / 2, now);
    }

    /** Keeps the smaller window if the delay has fallen with it; otherwise restores the window. */
    private void judge(final long delay, final long now) {
        final double expected = (delayBefore - leastDelay) * (1 - packets / packetsBefore);
        if (delayBefore - delay < expected / PART_OF_QUEUE) {
            packets = packetsBefore;
            otherCauseUntil = now + OTHER_CAUSE_LASTS;
        }
        packetsBefore = NOT_TRIED;
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
            wasFull = isFull;
            isFull = false;
        }
        recentDelay = Math.min(recentDelay, delay);
        isStarting &= Math.min(lastDelay, delay) <= target();
        lastDelay = delay;
    }

    @Override
    public void packetsWait() {
        isFull = true;
    }

    @Override
    public void lost(final long now) {
        packetsBefore = NOT_TRIED;
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
