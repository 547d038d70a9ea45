// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.BareHost;
import org.rpcrdma.verbs.MemoryBlock;

/** A host with memory and an IOMMU, but without a device. */
final class MappingHost implements AutoCloseable {
    /**
     * Morello's costs on a freshly booted host, on which iovas cost nothing and the page table is in the last-level
     * cache.
     */
    static final CostModel PLAIN = CostModel.preset("arm")
            .with(CostParameter.DMA_MAP, 80)
            .with(CostParameter.DMA_LINK, 20)
            .with(CostParameter.DMA_UNMAP, 70)
            .with(CostParameter.LEAVES, 4096)
            .with(CostParameter.IOTLB_ENTRIES, 128)
            .with(CostParameter.IOVA_DEPOT, 0)
            .with(CostParameter.IOVA_TREE, 0)
            .with(CostParameter.IOVA_AGE, 0)
            .with(CostParameter.LEAF_LINES, 0);

    private final List<MemoryBlock> blocks = new ArrayList<>();
    final BareHost host;
    final Iommu iommu;
    final PageWalks walks;
    final IommuStatistics statistics;

    MappingHost(final CostModel costs, final IommuMode mode) {
        host = new BareHost(costs);
        final InPlacePayloads payloads = () -> {};
        if (mode == IommuMode.OFF) {
            final CountingPassthrough passthrough =
                    new CountingPassthrough(host.memory, payloads, host.processors, host.faults);
            iommu = passthrough;
            walks = passthrough;
        } else {
            final TranslatingIommu translating = new TranslatingIommu(
                    host.memory,
                    payloads,
                    costs,
                    host.processors,
                    host.faults,
                    mode == IommuMode.LAZY ? host.simulation : null,
                    host.simulation.randomOf("iovas"));
            iommu = translating;
            walks = translating;
        }
        statistics = walks.statistics();
    }

    /** Allocates memory, which is freed when the host is closed. */
    MemoryBlock allocate(final long length, final long alignment) {
        final MemoryBlock block = host.memory.allocate(length, alignment);
        blocks.add(block);
        return block;
    }

    long now() {
        return host.now();
    }

    /** Fails if any mapping or memory remains. */
    @Override
    public void close() {
        blocks.forEach(MemoryBlock::close);
        assertEquals(0, iommu.liveMappings());
        assertEquals(0, host.memory.liveBlocks());
        iommu.close();
    }
}
