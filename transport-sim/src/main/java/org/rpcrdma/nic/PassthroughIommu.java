// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.verbs.DmaDirection;

/**
 * No translation ({@code iommu=off}, or passthrough): a DMA address is the native address, and mapping costs nothing.
 *
 * <p>The device reaches all of its host's memory. What is checked all the same: a DMA ends within a memory block that is
 * there, else it is a fault; a block cannot be given back while it is mapped; an unmap or a sync names a block that is
 * mapped. A DMA to a block that is there and not mapped goes through, and counts as a stale access. Lengths and directions
 * of mappings are not kept.
 */
final class PassthroughIommu extends Iommu {
    private int live;
    /** What the last access went to: the next one will go there as well, as a rule. */
    private SimulatedMemoryBlock last;

    PassthroughIommu(final SimulatedDevice host) {
        super(host);
    }

    @Override
    public int liveMappings() {
        return live;
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        host.callFaults().count(FaultyCall.MAPPING);
        return insert(address, length, direction);
    }

    @Override
    long insert(final long address, final long length, final DmaDirection direction) {
        pin(address, length);
        final long pages = PageTable.pages(address, length);
        live++;
        statistics.mappings++;
        statistics.pagesMapped += pages;
        statistics.livePages += pages;
        return address;
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction);
    }

    @Override
    void remove(final long iova, final long length, final DmaDirection direction) {
        final SimulatedMemoryBlock block = mapped(iova, length, direction);
        host.port().detachPayloads();
        host.simulatedMemory().unpin(block);
        live--;
        statistics.unmappings++;
        statistics.livePages -= PageTable.pages(iova, length);
    }

    @Override
    void close() {
        last = null;
    }

    @Override
    public void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        mapped(iova, length, direction);
    }

    private SimulatedMemoryBlock mapped(final long iova, final long length, final DmaDirection direction) {
        final SimulatedMemoryBlock block =
                length < 0 ? null : host.simulatedMemory().containing(iova, length);
        if (block == null || block.mappings == 0) {
            throw noSuchMapping(iova, length, direction);
        }
        return block;
    }

    @Override
    long nativeAddress(final long iova) {
        return host.simulatedMemory().containing(iova, 1) == null ? FAULT : iova;
    }

    @Override
    void beginTransfer(final boolean scattersReceive) {
        // nothing is translated
    }

    @Override
    long latency() {
        return 0;
    }

    @Override
    long awaitWalker(final long now) {
        return 0;
    }

    @Override
    int walks() {
        return 0;
    }

    @Override
    long translate(final long iova, final int length, final int access) {
        if (last == null || last.isClosed || !last.contains(iova, length)) {
            last = host.simulatedMemory().containing(iova, length);
            if (last == null) {
                statistics.faults++;
                return FAULT;
            }
        }
        if (last.mappings == 0) {
            statistics.staleAccesses++;
        }
        return iova;
    }
}
