// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.ProcessorWork;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;

/**
 * The mappings of a lazy IOMMU that are unmapped and still have their iovas, so that nobody else's DMA goes where the
 * IOTLB may still translate: until so many are, or so much time has passed since the first.
 */
final class FlushQueue extends Event {
    private final Simulation simulation;
    private final HostProcessors processors;
    private final TranslatingIommu iommu;
    private final long[] bases;
    private final int[] orders;
    private final int[] mappings;
    private final long timeout;
    private final long flushCost;
    private int count;

    FlushQueue(
            final Simulation simulation,
            final CostModel costs,
            final HostProcessors processors,
            final TranslatingIommu iommu) {
        this.simulation = simulation;
        this.processors = processors;
        this.iommu = iommu;
        final int limit = costs.count(CostParameter.FLUSH_QUEUE_ENTRIES);
        bases = new long[limit];
        orders = new int[limit];
        mappings = new int[limit];
        timeout = costs.nanos(CostParameter.FLUSH_QUEUE_TIMEOUT);
        flushCost = costs.nanos(CostParameter.IOTLB_FLUSH);
    }

    void add(final long base, final int order, final int mapping) {
        bases[count] = base;
        orders[count] = order;
        mappings[count++] = mapping;
        if (count == bases.length) {
            flush();
        } else if (!isScheduled()) {
            simulation.schedule(this, processors.paying().nanoTime() + timeout);
        }
    }

    /** Ends what the IOTLB holds; the iovas can be used again. */
    void flush() {
        if (count == 0) {
            return;
        }
        simulation.cancel(this);
        iommu.invalidateAll();
        for (int i = 0; i < count; i++) {
            iommu.release(bases[i], orders[i], mappings[i]);
        }
        count = 0;
        processors.charge(ProcessorWork.INVALIDATION, flushCost);
    }

    @Override
    protected void fire() {
        flush();
    }
}
