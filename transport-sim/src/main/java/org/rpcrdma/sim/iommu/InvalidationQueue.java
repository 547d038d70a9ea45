// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostLock;
import org.rpcrdma.sim.host.HostProcessors;

/**
 * The IOMMU's invalidation queue, which all processors share. A processor first waits until the queue has processed all
 * earlier invalidations, and then until its own invalidation is complete. The queue can process other invalidations
 * during the second wait.
 */
final class InvalidationQueue {
    private final HostProcessors processors;
    private final HostLock queue;
    private final double held;
    private final double heldEntry;
    private final long flush;

    InvalidationQueue(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        queue = new HostLock(HostResource.INVALIDATION_QUEUE, processors);
        held = costs.get(CostParameter.INVALIDATION);
        heldEntry = costs.get(CostParameter.INVALIDATION_PAGE);
        flush = costs.nanos(CostParameter.IOTLB_FLUSH);
    }

    /** Queues the invalidation of a mapping's leaves and waits for it. */
    void invalidate(final long entries) {
        processors.charge(ProcessorWork.INVALIDATION, CostParameter.INVALIDATE, 1);
        queue.hold(ProcessorWork.INVALIDATION, Math.round(held + heldEntry * (entries - 1)));
        processors.execute(ProcessorWork.INVALIDATION, CostParameter.INVALIDATION, 1);
        processors.execute(ProcessorWork.INVALIDATION, CostParameter.INVALIDATION_PAGE, entries - 1);
        processors.charge(ProcessorWork.INVALIDATION, CostParameter.INVALIDATION_WAIT, 1);
        processors.charge(ProcessorWork.INVALIDATION, CostParameter.INVALIDATION_WAIT_PAGE, entries - 1);
    }

    /** Queues the invalidation of the whole IOTLB and waits for it. */
    void invalidateAll() {
        queue.hold(ProcessorWork.INVALIDATION, flush);
        processors.execute(ProcessorWork.INVALIDATION, CostParameter.IOTLB_FLUSH, 1);
    }
}
