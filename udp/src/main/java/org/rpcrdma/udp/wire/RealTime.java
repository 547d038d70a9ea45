// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import org.rpcrdma.rnic.time.Timeline;

/**
 * A timeline in real time that polls for datagrams between events. The time does not change during an event, so reading
 * it costs nothing. Confined to one thread, except {@link #clock()} and {@link #wake}.
 */
public abstract class RealTime extends Timeline {
    /** The maximum number of events to process before datagrams are polled. */
    private static final int EVENTS_A_TURN = 64;

    /** The time, in ns, after which datagrams are polled before the next event. */
    private static final long LOOK_NANOS = 100_000;

    /** The number of events since datagrams were last polled. */
    private int eventsOfTurn;
    /** The time at which datagrams were last polled. */
    private long lookedAt;
    /** True during an event, except while the event calls a user's handler. */
    private boolean isHappening;

    /** Returns the system's monotonic time in ns, starting at 0. Thread-safe. */
    protected abstract long clock();

    /** Processes the datagrams that have arrived, without waiting. Returns false if no datagram has arrived. */
    protected abstract boolean take();

    /** Sends the packets that events have collected. Called when no event is due. */
    protected void flush() {}

    /**
     * Waits until the given time, until a datagram arrives, or until {@link #wake} is called. May return earlier.
     *
     * @param time the time in nanoseconds; {@link Long#MAX_VALUE} for no limit.
     */
    protected abstract void await(long time);

    @Override
    protected abstract void wake();

    @Override
    public final long nanoTime() {
        if (!isOwn()) {
            return clock();
        }
        if (!isHappening) {
            catchUp();
        }
        return now;
    }

    /** Sets the time to the system's time. */
    public final void catchUp() {
        now = Math.max(now, clock());
    }

    @Override
    protected final long late(final long time) {
        return now;
    }

    @Override
    public final void callOut(final Runnable task) {
        final boolean wasHappening = isHappening;
        isHappening = false;
        try {
            task.run();
        } finally {
            isHappening = wasHappening;
        }
    }

    @Override
    public final void runUntil(final long time) {
        while (stepUntil(time)) {
            continue;
        }
    }

    @Override
    public final boolean stepUntil(final long end) {
        claim();
        scheduleInjected();
        // If an event was already due when the clock was last read, the clock need not be read again.
        final boolean isDue = eventsOfTurn != 0 && eventsOfTurn < EVENTS_A_TURN && firstTime() <= now;
        final long clock = isDue ? now : clock();
        now = Math.max(now, clock);
        isHappening = true;
        try {
            if (isTurnOver(clock)) {
                eventsOfTurn = 0;
                lookedAt = clock;
                final boolean hasTaken = take();
                lookedAt = now;
                if (hasTaken) {
                    return clock < end;
                }
            }
            if (firstTime() <= Math.min(clock, end)) {
                eventsOfTurn++;
                fireFirst();
                if (firstTime() > clock) {
                    flush();
                }
                return clock < end || firstTime() <= end || clock - lookedAt > LOOK_NANOS;
            }
        } finally {
            isHappening = false;
        }
        if (clock < end && !hasInjected()) {
            await(Math.min(firstTime(), end));
        }
        return clock < end;
    }

    /**
     * Returns true if datagrams must be polled before the next event. This is the case if no event is due, if many
     * events have been processed since the last poll, or if the last poll was some time ago. In the last case, the
     * datagram for which the event waits may have arrived. An event that was already due when the clock was last read
     * is not delayed for this reason alone.
     */
    private boolean isTurnOver(final long clock) {
        final long time = firstTime();
        return time > clock
                || eventsOfTurn == EVENTS_A_TURN
                || clock - lookedAt > LOOK_NANOS && (eventsOfTurn != 0 || lookedAt < time);
    }
}
