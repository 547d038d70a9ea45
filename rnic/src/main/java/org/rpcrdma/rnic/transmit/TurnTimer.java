// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;

/** Asks for a queue pair's turn at the {@link Transmitter}, now or later: of several times the earliest counts. */
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

    /** Asks for the next turn. */
    public void now() {
        transmitter.activate(taker);
    }

    /** Asks for a turn from a time on. */
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

    /** Lets the send queue do nothing until a time, then asks for a turn. */
    public void pauseUntil(final long end) {
        pausedUntil = end;
        at(end);
    }

    /** Returns until when the send queue does nothing. */
    public long pausedUntil() {
        return pausedUntil;
    }

    /** Asks for no turn later. */
    public void stop() {
        timeline.cancel(this);
    }

    @Override
    protected void fire() {
        transmitter.activate(taker);
    }
}
