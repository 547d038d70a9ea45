// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.time.Simulation;

/**
 * The flush queues of a lazy IOMMU, one per processor. Queuing the first mapping starts a timer. The whole IOTLB is
 * invalidated when a queue is full or when the timer expires. After that, the iovas in all queues can be reused; each
 * processor frees the iovas in its own queue when it next unmaps memory.
 */
final class FlushQueues extends Event {
    private final Simulation simulation;
    private final HostProcessors processors;
    private final Mappings mappings;
    private final Iovas iovas;
    private final Iotlb iotlb;
    private final InvalidationQueue invalidations;
    private final int limit;
    private final long timeout;
    private FlushQueue[] queues = new FlushQueue[1];

    FlushQueues(
            final Simulation simulation,
            final CostModel costs,
            final HostProcessors processors,
            final Mappings mappings,
            final Iovas iovas,
            final Iotlb iotlb,
            final InvalidationQueue invalidations) {
        this.simulation = simulation;
        this.processors = processors;
        this.mappings = mappings;
        this.iovas = iovas;
        this.iotlb = iotlb;
        this.invalidations = invalidations;
        limit = costs.count(CostParameter.FLUSH_QUEUE_ENTRIES);
        timeout = costs.nanos(CostParameter.FLUSH_QUEUE_TIMEOUT);
    }

    /** Queues an unmapped mapping, whose translations remain valid until the next flush. */
    void add(final long base, final int order, final int mapping) {
        final FlushQueue own = queueOf(processors.paying().number());
        own.release(mappings, iovas);
        own.add(base, order, mapping);
        if (own.isFull()) {
            flush();
            own.release(mappings, iovas);
        } else if (!isScheduled()) {
            simulation.schedule(this, processors.paying().nanoTime() + timeout);
        }
    }

    /** Invalidates the translations of all queued mappings. */
    void flushAll() {
        simulation.cancel(this);
        if (isEmpty()) {
            return;
        }
        flush();
        for (final FlushQueue queue : queues) {
            if (queue != null) {
                queue.release(mappings, iovas);
            }
        }
    }

    @Override
    protected void fire() {
        flushAll();
    }

    private void flush() {
        iotlb.clear();
        invalidations.invalidateAll();
        for (final FlushQueue queue : queues) {
            if (queue != null) {
                queue.flushed();
            }
        }
    }

    private boolean isEmpty() {
        for (final FlushQueue queue : queues) {
            if (queue != null && !queue.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private FlushQueue queueOf(final int processor) {
        if (processor >= queues.length) {
            queues = Arrays.copyOf(queues, Math.max(processor + 1, 2 * queues.length));
        }
        if (queues[processor] == null) {
            queues[processor] = new FlushQueue(limit);
        }
        return queues[processor];
    }
}
