// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.verbs.DmaDirection;

/**
 * An IOMMU that does not translate ({@code iommu=off}, or passthrough): each DMA address is the native address.
 *
 * <p>The device can access all of its host's memory. This class still checks that each DMA lies within an existing
 * memory block, that no mapped block is freed, and that each unmap or sync refers to a mapped block. DMA to an existing
 * but unmapped block succeeds. The lengths and directions of mappings are not stored.
 */
public class PassthroughIommu extends Iommu {
    private final HostMemory memory;
    private final CallFaults callFaults;
    private int live;
    /** The block that was accessed last. The next access usually uses the same block. */
    private HostMemoryBlock last;

    public PassthroughIommu(final HostMemory memory, final InPlacePayloads payloads, final CallFaults callFaults) {
        super(memory, payloads);
        this.memory = memory;
        this.callFaults = callFaults;
    }

    @Override
    public int liveMappings() {
        return live;
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        callFaults.count(FaultyCall.MAPPING);
        return insert(address, length, direction);
    }

    @Override
    public long insert(final long address, final long length, final DmaDirection direction) {
        pin(address, length);
        live++;
        return address;
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction);
    }

    @Override
    public void remove(final long iova, final long length, final DmaDirection direction) {
        final HostMemoryBlock block = mapped(iova, length, direction);
        detachPayloads();
        block.removeMapping();
        live--;
    }

    @Override
    public void close() {
        last = null;
    }

    @Override
    public void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        mapped(iova, length, direction);
    }

    private HostMemoryBlock mapped(final long iova, final long length, final DmaDirection direction) {
        final HostMemoryBlock block = length < 0 ? null : memory.containing(iova, length);
        if (block == null || !block.isMapped()) {
            throw noSuchMapping(iova, length, direction);
        }
        return block;
    }

    @Override
    public long nativeAddress(final long iova) {
        return memory.containing(iova, 1) == null ? FAULT : iova;
    }

    @Override
    public void beginTransfer(final boolean scattersReceive) {
        // Nothing to prepare, because nothing is translated.
    }

    @Override
    public long translate(final long iova, final int length, final int access) {
        if (last == null || last.isClosed() || !last.contains(iova, length)) {
            last = memory.containing(iova, length);
            if (last == null) {
                return FAULT;
            }
        }
        return iova;
    }

    /** Returns true if the block that was accessed last is mapped. */
    protected final boolean isLastMapped() {
        return last.isMapped();
    }
}
