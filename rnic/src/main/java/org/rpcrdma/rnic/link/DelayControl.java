// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * Keeps queues on the path short. The window grows below a target delay and shrinks above it. The algorithm follows
 * Swift (Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the Datacenter", SIGCOMM 2020):
 *
 * <pre>
 * delay below target     window += packets / window
 * delay above target     window *= 1 - BETA (delay - target) / delay, at least 1/2;
 *                        at most once per two intervals plus a round trip
 * a packet was lost      window /= 2; at most once per round trip
 * </pre>
 *
 * <p>Swift's NICs measure the network's delay separately from the hosts' delay. Here, the time for which an answer
 * waits at this host is subtracted, if the system reports it. A peer that waits for a CPU also delays some answers, but
 * only a persistent queue delays all of them. For this reason, the control uses the minimum delay of the last
 * {@value #INTERVAL} to 2 * {@value #INTERVAL} ns. Swift's target is configured for a datacenter. Here, the target is
 * the minimum delay ever measured, which is the path's delay without queues, plus {@value #QUEUEING} ns of queueing.
 * Initially, the window doubles every round trip until two consecutive answers are late.
 *
 * <p>A queue of this host's packets shrinks with the window. If the delay does not fall while the window is being
 * halved, the delay has another cause, such as a busy host, packets from other hosts, or a longer path. In that case,
 * the window is restored. During the next second, only losses reduce the window, as in {@link LossControl}. Without a
 * loss, the window doubles up to the maximum. While no packet waits for the window, the window does not grow and its
 * effect is not evaluated.
 */
public final class DelayControl implements CongestionControl {
    /** The target queueing delay, in ns: twice the time that a 64 KB burst takes on a 1 Gb/s link. */
    static final long QUEUEING = 1_000_000;

    static final long INTERVAL = 25_000_000;
    /** The age, in ns, after which a minimum delay is discarded when sending resumes after a pause. */
    static final long LEAST_DELAY_LASTS = 10_000_000_000L;

    /**
     * A decrease counts as effective if the delay falls by at least the expected amount divided by this number. A queue
     * that also contains other hosts' packets shrinks less than the window.
     */
    private static final int PART_OF_QUEUE = 4;
    /** The time, in ns, for which delays are ignored after a decrease of the window has failed to reduce them. */
    static final long OTHER_CAUSE_LASTS = 1_000_000_000;

    /** A window below this size grows even if answers are late, because a busy host answers late without any queue. */
    private static final int LEAST_IF_LATE = 64;

    private static final int LEAST = 8;

    /** Means that no decrease of the window is being evaluated. */
    private static final double NOT_TRIED = 0;

    private static final double BETA = 0.8;
    private static final double MOST_DECREASE = 0.5;

    private final int most;
    private double packets;
    private boolean isStarting = true;
    private long lastDelay;
    /** The minimum delays, in ns, of the current and the previous interval. */
    private long recentDelay = Long.MAX_VALUE;

    private long earlierDelay = Long.MAX_VALUE;
    private long intervalEnd;
    private long leastDelay = Long.MAX_VALUE;
    private long leastDelayAt;
    private long decreasedAt;

    /** The delay and the window before a decrease, while its effect is being evaluated. */
    private long delayBefore;

    private double packetsBefore = NOT_TRIED;
    private long otherCauseUntil;
    /** True if packets waited for a larger window in the previous interval. */
    private boolean wasFull;

    /** True if packets have waited for a larger window in the current interval. */
    private boolean isFull;
    /** The window after the last loss, or the maximum window if no packet has been lost. */
    private double threshold;

    /** Creates a control with the given initial and maximum window. */
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

    /**
     * Returns true if packets have recently waited for the window. Otherwise, a smaller window might have no effect.
     */
    private boolean decides() {
        return wasFull || isFull;
    }

    /** Decreases the window. When the window has been halved, evaluates the effect. */
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

    /** Keeps the smaller window if the delay has fallen with it. Otherwise, restores the window. */
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
