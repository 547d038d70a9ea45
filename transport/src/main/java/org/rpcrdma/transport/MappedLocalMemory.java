// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/** Local memory by DMA mappings. */
final class MappedLocalMemory extends LocalMemory {
    private final DmaMapper dma;
    private final int lkey;

    MappedLocalMemory(final Device device, final ProtectionDomain domain) {
        super(device);
        dma = device.dma();
        lkey = domain.localDmaLkey();
    }

    @Override
    int pageSize() {
        return dma.pageSize();
    }

    @Override
    void map(final LocalRange range, final long address, final int length, final DmaDirection direction) {
        range.iova = dma.map(address, length, direction);
        range.lkey = lkey;
        range.length = length;
        range.direction = direction;
    }

    @Override
    void unmap(final LocalRange range) {
        if (range.isMapped()) {
            dma.unmap(range.iova, range.length, range.direction);
            range.direction = null;
        }
    }

    @Override
    void keep(final LocalRange range, final MemoryBlock block) {
        // Mappings are made when they are needed.
    }

    @Override
    void forget(final LocalRange range) {
        // Nothing is kept.
    }
}
