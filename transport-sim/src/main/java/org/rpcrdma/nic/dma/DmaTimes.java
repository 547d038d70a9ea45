// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.dma;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.BusyTime;
import org.rpcrdma.nic.iommu.Iommu;
import org.rpcrdma.sim.Simulation;

/**
 * How long the transfers of a NIC take: their bytes on an engine, the page walks that the IOMMU counted since the
 * transfer began, and the contexts that the NIC read from its host's memory for the packet in hand.
 */
final class DmaTimes {
    private final Simulation simulation;
    private final Iommu iommu;
    private final ContextMemory contexts;
    private final DmaEngine writes;
    private final long writeLatency;
    private final long readLatency;
    private final double picosPerContext;

    DmaTimes(final Simulation simulation, final CostModel costs, final Iommu iommu, final ContextMemory contexts) {
        this.simulation = simulation;
        this.iommu = iommu;
        this.contexts = contexts;
        writes = new DmaEngine(
                costs, costs.get(CostParameter.DMA_WRITE_INTERVAL), costs.get(CostParameter.MESSAGE_INTERVAL));
        writeLatency = costs.nanos(CostParameter.DMA_WRITE);
        readLatency = costs.nanos(CostParameter.DMA_READ);
        picosPerContext = costs.get(CostParameter.CONTEXT_OCCUPANCY) * BusyTime.PICOS;
    }

    /** Takes the write engine; returns when the bytes are in memory, in nanoseconds. */
    long landing(final int bytes) {
        return BusyTime.end(simulation.nanoTime(), transferPicos(writes, bytes)) + writeLatency;
    }

    /** Takes a read engine; returns in how many picoseconds the bytes are on the NIC. */
    long readPicos(final DmaEngine reads, final int bytes) {
        return transferPicos(reads, bytes) + readLatency * BusyTime.PICOS;
    }

    private long transferPicos(final DmaEngine engine, final int bytes) {
        final long now = simulation.nanoTime();
        if (iommu.walks() == 0 && contexts.isNothingMissed()) {
            // the usual case; only a page walk has latency, or waits for the walker
            return engine.occupy(now, bytes, 0);
        }
        final double stallPicos =
                engine.walkPicos(iommu.walks(), iommu.farLines(), bytes) + contexts.reads() * picosPerContext;
        final long gone = engine.occupy(now, bytes, stallPicos);
        final long stall = Math.max(iommu.latency() + contexts.latency(), (long) (stallPicos / BusyTime.PICOS));
        return gone + (stall + iommu.awaitWalker(now + gone / BusyTime.PICOS)) * BusyTime.PICOS;
    }
}
