// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostLock;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.host.IovaAllocator;
import org.rpcrdma.sim.time.SeededRandom;

/**
 * The I/O virtual addresses of a host's IOMMU, which are allocated as in Linux. Ranges of up to 128 KB come from the
 * processor's magazines, then from a depot of full magazines, and finally from a tree. Longer ranges always come from
 * the tree. The depot and the tree each have a lock that all processors share. Linux's tree allocates downwards from
 * the end of the address space, whereas this tree allocates upwards; in both, consecutive iovas are adjacent.
 */
final class Iovas {
    /** The number of orders that are cached. Free iovas of up to 2^5 pages are cached. */
    private static final int CACHED_ORDERS = 6;

    private final HostProcessors processors;
    private final IovaAllocator tree = new IovaAllocator();
    private final IovaCache[] caches = new IovaCache[CACHED_ORDERS];
    private final SeededRandom random;
    private final int age;
    private final HostLock depotLock;
    private final HostLock treeLock;
    private final long depotCost;
    private final long treeCost;
    /** True if the last call used the depot. */
    private boolean isDepotUsed;

    private boolean isTreeUsed;

    /**
     * Creates the address space of an IOMMU without mappings.
     *
     * @param random the generator that determines the order of aged iovas.
     */
    Iovas(final CostModel costs, final HostProcessors processors, final SeededRandom random) {
        this.processors = processors;
        this.random = random;
        age = costs.count(CostParameter.IOVA_AGE);
        depotLock = new HostLock(HostResource.IOVA_DEPOT, processors);
        treeLock = new HostLock(HostResource.IOVA_TREE, processors);
        depotCost = costs.nanos(CostParameter.IOVA_DEPOT);
        treeCost = costs.nanos(CostParameter.IOVA_TREE);
    }

    /**
     * Allocates a range of 2^order pages. Returns {@link IovaAllocator#NONE} if the address space is exhausted. Charges
     * nothing.
     */
    long allocate(final int order) {
        long iova = IovaAllocator.NONE;
        isDepotUsed = false;
        if (order < CACHED_ORDERS) {
            final IovaCache cache = cache(order);
            iova = cache.take(processor(), tree);
            isDepotUsed = cache.isDepotUsed();
        }
        isTreeUsed = iova == IovaAllocator.NONE;
        return isTreeUsed ? tree.allocate(order) : iova;
    }

    /** Frees a range. Charges nothing. */
    void free(final long iova, final int order) {
        isDepotUsed = false;
        isTreeUsed = order >= CACHED_ORDERS;
        if (isTreeUsed) {
            tree.free(iova, order);
        } else {
            final IovaCache cache = cache(order);
            cache.put(processor(), iova);
            isDepotUsed = cache.isDepotUsed();
        }
    }

    /** Charges the additional cost of the last call if that call used the depot or the tree. */
    void charge() {
        if (isDepotUsed) {
            depotLock.hold(ProcessorWork.IOVA, depotCost);
            processors.execute(ProcessorWork.IOVA, CostParameter.IOVA_DEPOT, 1);
        }
        if (isTreeUsed) {
            treeLock.hold(ProcessorWork.IOVA, treeCost);
            processors.execute(ProcessorWork.IOVA, CostParameter.IOVA_TREE, 1);
        }
    }

    private int processor() {
        return processors.paying().number();
    }

    private IovaCache cache(final int order) {
        if (caches[order] == null) {
            caches[order] = new IovaCache(new AgedIovas(order, age, random));
        }
        return caches[order];
    }
}
