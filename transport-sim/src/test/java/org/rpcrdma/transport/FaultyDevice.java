// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A device one of whose mappings fails. */
final class FaultyDevice extends ForwardingDevice implements DmaMapper {
    final boolean isServer;
    private final int failing;
    private int mappings;

    private FaultyDevice(final boolean isServer, final int failing) {
        this.isServer = isServer;
        this.failing = failing;
    }

    static FaultyDevice server(final int failing) {
        return new FaultyDevice(true, failing);
    }

    static FaultyDevice client(final int failing) {
        return new FaultyDevice(false, failing);
    }

    boolean hasFailed() {
        return mappings > failing;
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        if (mappings++ == failing) {
            throw new VerbsException(Errno.ENOMEM, "no iova left");
        }
        return device.dma().map(address, length, direction);
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        device.dma().unmap(iova, length, direction);
    }

    @Override
    public void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        device.dma().syncForCpu(iova, length, direction);
    }

    @Override
    public int pageSize() {
        return device.dma().pageSize();
    }

    @Override
    public DmaMapper dma() {
        return this;
    }
}
