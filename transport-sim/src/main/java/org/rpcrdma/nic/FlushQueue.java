// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Event;

/**
 * The mappings of a lazy IOMMU that are unmapped and still have their iovas, so that nobody else's DMA goes where the
 * IOTLB may still translate: until so many are, or so much time has passed since the first.
 */
final class FlushQueue extends Event {
    private final SimulatedDevice host;
    private final TranslatingIommu iommu;
    private final long[] bases;
    private final int[] orders;
    private final int[] mappings;
    private final long timeout;
    private final long flushCost;
    private int count;

    FlushQueue(final SimulatedDevice host, final TranslatingIommu iommu) {
        this.host = host;
        this.iommu = iommu;
        final int limit = host.costs().count(CostParameter.FLUSH_QUEUE_ENTRIES);
        bases = new long[limit];
        orders = new int[limit];
        mappings = new int[limit];
        timeout = host.costs().nanos(CostParameter.FLUSH_QUEUE_TIMEOUT);
        flushCost = host.costs().nanos(CostParameter.IOTLB_FLUSH);
    }

    void add(final long base, final int order, final int mapping) {
        bases[count] = base;
        orders[count] = order;
        mappings[count++] = mapping;
        if (count == bases.length) {
            flush();
        } else if (!isScheduled()) {
            host.simulation().schedule(this, host.processor().nanoTime() + timeout);
        }
    }

    /** Ends what the IOTLB holds; the iovas can be used again. */
    void flush() {
        if (count == 0) {
            return;
        }
        host.simulation().cancel(this);
        iommu.invalidateAll();
        for (int i = 0; i < count; i++) {
            iommu.release(bases[i], orders[i], mappings[i]);
        }
        count = 0;
        host.processor().charge(flushCost);
    }

    @Override
    protected void fire() {
        flush();
    }
}
