// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import org.rpcrdma.rnic.time.Timeline;

/**
 * Time that goes with the system's clock, and takes datagrams between events. The clock stands still while an event
 * happens, so that reading it costs nothing.
 */
public abstract class RealTime extends Timeline {
    /** Events that may happen before datagrams are taken. */
    private static final int EVENTS_A_TURN = 64;

    /** Datagrams are taken before the next event if they were not for this long. */
    private static final long LOOK_NANOS = 100_000;

    /** Events that happened since datagrams were taken. */
    private int eventsOfTurn;
    /** When datagrams were last looked for. */
    private long lookedAt;
    /** True in an event, unless it calls a handler of the user. */
    private boolean isHappening;

    /** Returns the system's time, on any thread: nanoseconds, from 0 on, never less than before. */
    protected abstract long clock();

    /** Takes the datagrams that have arrived, without waiting. Returns true if there were any. */
    protected abstract boolean take();

    /** Sends what events have left to be sent together: none is due now. */
    protected void flush() {}

    /**
     * Waits until a time, until there is something to take, or until {@link #wake}; or for a shorter while.
     *
     * @param time nanoseconds; {@link Long#MAX_VALUE} if no time is waited for.
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

    /** Sets the time to the system's. */
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
        // an event that was due at the last look at the clock needs no other
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
     * Returns true if datagrams are to be taken before the next event: if no event is due, after many events, or if
     * they were not looked for in a while, because the datagram that the event waits for may have arrived. That alone
     * does not delay an event that was due at the last look.
     */
    private boolean isTurnOver(final long clock) {
        final long time = firstTime();
        return time > clock
                || eventsOfTurn == EVENTS_A_TURN
                || clock - lookedAt > LOOK_NANOS && (eventsOfTurn != 0 || lookedAt < time);
    }
}
