// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.dma;

import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.host.BusyTime;
import org.rpcrdma.sim.time.Simulation;

/**
 * Processes the requests on one queue pair in order. A message starts at least one interval after the previous message.
 * A packet's keys and translations are fetched before the next packet starts.
 *
 * <pre>
 * packet 1  | interval |
 * packet 2             | fetch       | interval |
 * packet 3                                      | interval |      other queue pairs have separate pipelines
 * </pre>
 */
final class QueuePipeline extends BusyTime implements DmaTimes.RequestPipeline {
    private final Simulation simulation;
    private final ContextMemory contexts;
    private final long intervalPicos;

    QueuePipeline(final Simulation simulation, final ContextMemory contexts, final long intervalPicos) {
        this.simulation = simulation;
        this.contexts = contexts;
        this.intervalPicos = intervalPicos;
    }

    @Override
    public long pass(final boolean isFirst, final long landing) {
        final long now = simulation.nanoTime();
        final long wait = left(now);
        set(now, wait + contexts.fetchPicos() + (isFirst ? intervalPicos : 0));
        return BusyTime.end(landing, wait);
    }
}
