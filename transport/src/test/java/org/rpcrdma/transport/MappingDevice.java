// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;

/** A device that learns of each mapping before another one makes it. */
abstract class MappingDevice extends ConnectingDevice implements DmaMapper {
    /** Notes a mapping, or throws to refuse it. */
    abstract void onMap(DmaDirection direction);

    @Override
    public final DmaMapper dma() {
        return this;
    }

    @Override
    public final long map(final long address, final long length, final DmaDirection direction) {
        onMap(direction);
        return device.dma().map(address, length, direction);
    }

    @Override
    public final void unmap(final long iova, final long length, final DmaDirection direction) {
        device.dma().unmap(iova, length, direction);
    }

    @Override
    public final void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        device.dma().syncForCpu(iova, length, direction);
    }

    @Override
    public final int pageSize() {
        return device.dma().pageSize();
    }
}
