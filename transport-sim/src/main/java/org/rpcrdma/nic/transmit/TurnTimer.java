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

    /** Asks for no turn later. */
    public void stop() {
        simulation.cancel(this);
    }

    @Override
    protected void fire() {
        transmitter.activate(taker);
    }
}
