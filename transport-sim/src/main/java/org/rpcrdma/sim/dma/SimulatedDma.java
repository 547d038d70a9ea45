// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.dma;

import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.BusyTime;
import org.rpcrdma.sim.iommu.PageWalks;
import org.rpcrdma.sim.network.PayloadReads;
import org.rpcrdma.sim.time.Simulation;

/**
 * The DMA of a simulated NIC. Computes the time of a transfer, including its page walks and context misses. The NIC
 * starts to read a payload before the link is free, early enough for a full packet's DMA read.
 */
public final class SimulatedDma implements DmaTimes, PayloadReads {
    private final Simulation simulation;
    private final PageWalks walks;
    private final ContextMemory contexts;
    private final DmaEngine writes;
    private final DmaEngine reads;
    private final long writeLatency;
    private final long readLatency;
    private final long readAhead;
    private final double picosPerContext;
    private final long intervalPicos;

    /** Creates idle engines. */
    public SimulatedDma(
            final Simulation simulation, final CostModel costs, final PageWalks walks, final ContextMemory contexts) {
        this.simulation = simulation;
        this.walks = walks;
        this.contexts = contexts;
        final double messageInterval = costs.get(CostParameter.MESSAGE_INTERVAL);
        writes = new DmaEngine(costs, costs.get(CostParameter.DMA_WRITE_INTERVAL), messageInterval);
        reads = new DmaEngine(costs, 0, messageInterval);
        writeLatency = costs.nanos(CostParameter.DMA_WRITE);
        readLatency = costs.nanos(CostParameter.DMA_READ);
        readAhead = readLatency * BusyTime.PICOS + reads.picos(costs.count(CostParameter.MTU));
        picosPerContext = costs.get(CostParameter.CONTEXT_OCCUPANCY) * BusyTime.PICOS;
        intervalPicos = (long) (costs.get(CostParameter.QUEUE_INTERVAL) * BusyTime.PICOS);
    }

    @Override
    public long landing(final int bytes) {
        return BusyTime.end(simulation.nanoTime(), transferPicos(writes, bytes)) + writeLatency;
    }

    /**
     * Occupies the read engine for the current transfer. Returns the time, in ps, until the payload reaches the port.
     */
    @Override
    public long readPicos(final int bytes) {
        return transferPicos(reads, bytes) + readLatency * BusyTime.PICOS;
    }

    @Override
    public long nextRead(final long now, final long linkBusy) {
        return BusyTime.end(now, Math.max(linkBusy - readAhead, reads.busyFor(now)));
    }

    private long transferPicos(final DmaEngine engine, final int bytes) {
        final long now = simulation.nanoTime();
        if (walks.walks() == 0 && contexts.isNothingMissed()) {
            // Usually there is no page walk, so there is no latency and no wait for the walker.
            return engine.occupy(now, bytes, 0);
        }
        final double stallPicos =
                engine.walkPicos(walks.walks(), walks.farLines(), bytes) + contexts.reads() * picosPerContext;
        final long gone = engine.occupy(now, bytes, stallPicos);
        final long stall = Math.max(walks.latency() + contexts.latency(), (long) (stallPicos / BusyTime.PICOS));
        return gone + (stall + walks.awaitWalker(now + gone / BusyTime.PICOS)) * BusyTime.PICOS;
    }

    @Override
    public RequestPipeline newPipeline() {
        return new QueuePipeline(simulation, contexts, intervalPicos);
    }
}
