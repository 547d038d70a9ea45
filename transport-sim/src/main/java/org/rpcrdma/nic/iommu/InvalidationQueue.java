// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import org.rpcrdma.nic.config.HostResource;
import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.HostLock;
import org.rpcrdma.nic.host.HostProcessors;

/**
 * The IOMMU's queue of invalidations, one for all processors. A processor that waits for an invalidation waits for
 * those ahead of it in the queue, and for its answer, in which the queue goes on.
 */
final class InvalidationQueue {
    private final HostProcessors processors;
    private final HostLock queue;
    private final double held;
    private final double heldEntry;
    private final double answer;
    private final double answerEntry;
    private final long flush;

    InvalidationQueue(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        queue = new HostLock(HostResource.INVALIDATION_QUEUE, processors);
        held = costs.get(CostParameter.INVALIDATION);
        heldEntry = costs.get(CostParameter.INVALIDATION_PAGE);
        answer = costs.get(CostParameter.INVALIDATION_WAIT);
        answerEntry = costs.get(CostParameter.INVALIDATION_WAIT_PAGE);
        flush = costs.nanos(CostParameter.IOTLB_FLUSH);
    }

    /** Waits for the invalidation of a mapping's entries of the page table: of a leaf of 64 KB, all 16. */
    void invalidate(final long entries) {
        queue.hold(ProcessorWork.INVALIDATION, Math.round(held + heldEntry * (entries - 1)));
        processors.charge(ProcessorWork.INVALIDATION, Math.round(answer + answerEntry * (entries - 1)));
    }

    /** Waits for the invalidation of everything. */
    void invalidateAll() {
        queue.hold(ProcessorWork.INVALIDATION, flush);
    }
}
