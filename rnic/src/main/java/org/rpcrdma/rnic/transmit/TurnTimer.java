// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;

/**
 * Requests a queue pair's turns at the {@link Transmitter}, either now or later. If several times are requested, the
 * earliest one applies.
 */
public final class TurnTimer extends Event {
    /** The queue pair. */
    public final TurnTaker taker;

    private final Timeline timeline;
    private final Transmitter transmitter;
    private long time;
    private long pausedUntil;

    TurnTimer(final TurnTaker taker, final Timeline timeline, final Transmitter transmitter) {
        this.taker = taker;
        this.timeline = timeline;
        this.transmitter = transmitter;
    }

    /** Requests the next turn. */
    public void now() {
        transmitter.activate(taker);
    }

    /** Requests a turn at or after the given time. */
    public void at(final long turn) {
        if (isScheduled()) {
            if (time <= turn) {
                return;
            }
            timeline.cancel(this);
        }
        time = turn;
        timeline.schedule(this, turn);
    }

    /** Pauses the send queue until the given time, and then requests a turn. */
    public void pauseUntil(final long end) {
        pausedUntil = end;
        at(end);
    }

    /** Returns the time, in ns, until which the send queue is paused. */
    public long pausedUntil() {
        return pausedUntil;
    }

    /** Cancels the requested turn. */
    public void stop() {
        timeline.cancel(this);
    }

    @Override
    protected void fire() {
        transmitter.activate(taker);
    }
}
