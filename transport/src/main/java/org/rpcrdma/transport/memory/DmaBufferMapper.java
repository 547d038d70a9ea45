// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/** Makes local memory available to work requests through DMA mappings. */
final class DmaBufferMapper extends BufferMapper {
    private final DmaMapper dma;
    private final int lkey;

    DmaBufferMapper(final Device device, final ProtectionDomain domain) {
        super(device.memory(), device.dma().pageSize());
        dma = device.dma();
        lkey = domain.localDmaLkey();
    }

    @Override
    public void map(final MappedRange range, final long address, final int length, final DmaDirection direction) {
        range.iova = dma.map(address, length, direction);
        range.lkey = lkey;
        range.length = length;
        range.direction = direction;
    }

    @Override
    public void unmap(final MappedRange range) {
        if (range.isMapped()) {
            dma.unmap(range.iova, range.length, range.direction);
            range.direction = null;
        }
    }

    @Override
    public void keep(final MappedRange range, final MemoryBlock block) {
        // Mappings are created when they are needed.
    }

    @Override
    public void forget(final MappedRange range) {
        // DMA mappings are never kept.
    }
}
