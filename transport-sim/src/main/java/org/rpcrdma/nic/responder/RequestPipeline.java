// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.BusyTime;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.sim.Simulation;

/**
 * Takes the requests of one queue pair in order: a message begins no sooner than an interval after the one before, and
 * the keys and translations of a packet are fetched before the packet behind it begins.
 *
 * <pre>
 * packet 1  | interval |
 * packet 2             | fetch       | interval |
 * packet 3                                      | interval |      other queue pairs have pipelines of their own
 * </pre>
 */
final class RequestPipeline extends BusyTime {
    private final Simulation simulation;
    private final ContextMemory contexts;
    private final long intervalPicos;

    RequestPipeline(final Simulation simulation, final CostModel costs, final ContextMemory contexts) {
        this.simulation = simulation;
        this.contexts = contexts;
        intervalPicos = (long) (costs.get(CostParameter.QUEUE_INTERVAL) * BusyTime.PICOS);
    }

    /**
     * Takes the pipeline for the packet in hand; returns when its data is in memory.
     *
     * @param landing when it would be if the pipeline were idle, in nanoseconds.
     */
    long pass(final Packet packet, final long landing) {
        final long now = simulation.nanoTime();
        final long wait = left(now);
        set(now, wait + contexts.fetchPicos() + (packet.isFirst ? intervalPicos : 0));
        return BusyTime.end(landing, wait);
    }
}
