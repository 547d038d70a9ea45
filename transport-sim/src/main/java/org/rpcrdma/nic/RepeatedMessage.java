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

/**
 * A connection manager's message on its way. While a link on the way is down it is sent again, each time after the
 * manager's timeout, as often as may be; then it is lost.
 */
final class RepeatedMessage extends Event {
    private final LinkState from;
    private final LinkState to;
    private final Runnable arrival;
    private final Runnable loss;
    private final Simulation simulation;
    private final long timeout;
    private int triesLeft;

    RepeatedMessage(final SimulatedDevice from, final SimulatedDevice to, final Runnable arrival, final Runnable loss) {
        this.from = from.port().link();
        this.to = to.port().link();
        this.arrival = arrival;
        this.loss = loss;
        simulation = from.simulation();
        timeout = from.costs().nanos(CostParameter.CM_TIMEOUT);
        triesLeft = from.costs().count(CostParameter.CM_RETRIES);
    }

    @Override
    protected void fire() {
        if (from.isUp() && to.isUp()) {
            arrival.run();
        } else if (triesLeft == 0) {
            loss.run();
        } else {
            triesLeft--;
            simulation.schedule(this, simulation.nanoTime() + timeout);
        }
    }
}
