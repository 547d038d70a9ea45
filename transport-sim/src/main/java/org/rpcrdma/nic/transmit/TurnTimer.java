// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.transmit;

import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;

/** Asks for a queue pair's turn at the {@link Transmitter}, now or later: of several times the earliest counts. */
public final class TurnTimer extends Event {
    /** The queue pair. */
    public final TurnTaker taker;

    private final Simulation simulation;
    private final Transmitter transmitter;
    private long time;
    private long pausedUntil;

    public TurnTimer(final TurnTaker taker, final Simulation simulation, final Transmitter transmitter) {
        this.taker = taker;
        this.simulation = simulation;
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
            simulation.cancel(this);
        }
        time = turn;
        simulation.schedule(this, turn);
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
        simulation.cancel(this);
    }

    @Override
    protected void fire() {
        transmitter.activate(taker);
    }
}
