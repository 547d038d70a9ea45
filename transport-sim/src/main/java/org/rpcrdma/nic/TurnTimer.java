/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
