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
    /** True if a user's handler has been called in this step. */
    private boolean hasCalledOut;
    /** True if the time was read after the last step. A step until that time need not read it again. */
    private boolean isFresh;

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
            isFresh = true;
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
            // The handler may have run steps of its own, which clear this flag.
            hasCalledOut = true;
        }
    }

    @Override
    public final void runUntil(final long time) {
        while (stepUntil(time)) {
            continue;
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Fires all events that are due, up to the first event that calls a user's handler. If datagrams have arrived,
     * the events that they have caused are also due.
     */
    @Override
    public final boolean stepUntil(final long end) {
        claim();
        scheduleInjected();
        final long clock = timeOfStep(end);
        isHappening = true;
        boolean hasTaken = false;
        try {
            if (isTurnOver(clock)) {
                hasTaken = poll(clock);
            }
            final long due = hasTaken ? now : Math.min(clock, end);
            if (firstTime() <= due) {
                fireUntil(due);
                return clock < end || firstTime() <= end || clock - lookedAt > LOOK_NANOS;
            }
        } finally {
            isHappening = false;
            isFresh = false;
        }
        if (clock < end && !hasTaken && !hasInjected()) {
            await(Math.min(firstTime(), end));
        }
        return clock < end;
    }

    /**
     * Returns the time at the beginning of a step. The clock need not be read if the caller has read it since the last
     * step and steps until that time. Otherwise, a request that was posted since might be sent in the past, and its
     * timeout would begin too early.
     */
    private long timeOfStep(final long end) {
        if (!isFresh || end > now) {
            catchUp();
        }
        return now;
    }

    private boolean poll(final long clock) {
        eventsOfTurn = 0;
        lookedAt = clock;
        final boolean hasTaken = take();
        lookedAt = now;
        return hasTaken;
    }

    private void fireUntil(final long due) {
        hasCalledOut = false;
        do {
            eventsOfTurn++;
            fireFirst();
        } while (!hasCalledOut && eventsOfTurn < EVENTS_A_TURN && firstTime() <= due);
        if (firstTime() > due) {
            flush();
        }
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
