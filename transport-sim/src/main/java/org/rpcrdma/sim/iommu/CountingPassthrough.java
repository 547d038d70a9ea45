// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.memory.PassthroughIommu;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.verbs.DmaDirection;

/**
 * An IOMMU that is switched off but still counts accesses. DMA to a block without a mapping counts as a stale access.
 * Creating a mapping costs the CPU time of Linux's direct mapping for each contiguous piece of memory. Linked pieces
 * are mapped in the same way, because there are no iova ranges.
 */
public final class CountingPassthrough extends PassthroughIommu implements PageWalks {
    private final IommuCounters counters = new IommuCounters();

    private final HostMemory memory;
    private final HostProcessors processors;

    /**
     * Creates an IOMMU without mappings.
     *
     * @param memory     the host's memory.
     * @param payloads   the payloads that are sent in place; a payload is copied before its mapping is removed.
     * @param processors the processors, which are charged for mappings.
     * @param callFaults the faults that make mappings fail.
     */
    public CountingPassthrough(
            final HostMemory memory,
            final InPlacePayloads payloads,
            final HostProcessors processors,
            final CallFaults callFaults) {
        super(memory, payloads, callFaults);
        this.memory = memory;
        this.processors = processors;
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        final long dmaAddress = super.map(address, length, direction);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_MAP_DIRECT, pieces(address, length));
        return dmaAddress;
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        super.unmap(iova, length, direction);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_UNMAP_DIRECT, pieces(iova, length));
    }

    private long pieces(final long address, final long length) {
        return memory.containing(address, length).pieces(address, length, Pages.SIZE);
    }

    @Override
    public IommuStatistics statistics() {
        return counters;
    }

    @Override
    public long insert(final long address, final long length, final DmaDirection direction) {
        final long dmaAddress = super.insert(address, length, direction);
        final long pages = Pages.count(address, length);
        counters.mappings++;
        counters.pagesMapped += pages;
        counters.livePages += pages;
        return dmaAddress;
    }

    @Override
    public void remove(final long iova, final long length, final DmaDirection direction) {
        super.remove(iova, length, direction);
        counters.unmappings++;
        counters.livePages -= Pages.count(iova, length);
    }

    @Override
    public long translate(final long iova, final int length, final int access) {
        final long address = super.translate(iova, length, access);
        if (address == FAULT) {
            counters.faults++;
        } else if (!isLastMapped()) {
            counters.staleAccesses++;
        }
        return address;
    }
}
