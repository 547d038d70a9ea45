// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import org.rpcrdma.rnic.link.LinkState;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;

/**
 * A connection manager's message in flight. While a link on the message's path is down, the message is retransmitted
 * whenever the connection manager's timeout expires. It is lost if the maximum number of retries is reached.
 */
final class RepeatedMessage extends Event {
    private final LinkState from;
    private final LinkState to;
    private final Runnable arrival;
    private final Runnable loss;
    private final Simulation simulation;
    private final long timeout;
    private int triesLeft;

    RepeatedMessage(
            final Simulation simulation,
            final CostModel costs,
            final LinkState from,
            final LinkState to,
            final Runnable arrival,
            final Runnable loss) {
        this.simulation = simulation;
        this.from = from;
        this.to = to;
        this.arrival = arrival;
        this.loss = loss;
        timeout = costs.nanos(CostParameter.CM_TIMEOUT);
        triesLeft = costs.count(CostParameter.CM_RETRIES);
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
