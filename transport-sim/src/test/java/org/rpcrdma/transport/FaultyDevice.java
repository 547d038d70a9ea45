/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
