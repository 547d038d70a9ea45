// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.memory.PassthroughIommu;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.verbs.DmaDirection;

/** An IOMMU that is off but still counts. DMA to a block without a mapping counts as a stale access. */
public final class CountingPassthrough extends PassthroughIommu implements PageWalks {
    private final IommuCounters counters = new IommuCounters();

    public CountingPassthrough(final HostMemory memory, final InPlacePayloads payloads, final CallFaults callFaults) {
        super(memory, payloads, callFaults);
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
