// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;

/** Lets a queue pair take its turn at the {@link Transmitter} later: of several times the earliest counts. */
final class TurnTimer extends Event {
    private final SimulatedQueuePair queuePair;
    private final Simulation simulation;
    private final Transmitter transmitter;
    private long time;

    TurnTimer(final SimulatedQueuePair queuePair) {
        this.queuePair = queuePair;
        simulation = queuePair.device().simulation();
        transmitter = queuePair.device().transmitter();
    }

    void at(final long turn) {
        if (isScheduled()) {
            if (time <= turn) {
                return;
            }
            simulation.cancel(this);
        }
        time = turn;
        simulation.schedule(this, turn);
    }

    void stop() {
        simulation.cancel(this);
    }

    @Override
    protected void fire() {
        transmitter.activate(queuePair);
    }
}
