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
package org.rpcrdma.nic;

import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** A simulated RNIC and the host it is in. */
public final class SimulatedDevice implements Device {
    private final String name;

    SimulatedDevice(final Fabric fabric, final String name, final String ipAddress) {
        this.name = name;
    }

    /**
     * Makes an event loop: one more processor of the host.
     *
     * @return the loop.
     */
    public EventLoop newEventLoop() {
        throw new UnsupportedOperationException();
    }

    /**
     * What the host's IOMMU has counted.
     *
     * @return the live counters.
     */
    public IommuStatistics iommuStatistics() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MemoryAllocator memory() {
        throw new UnsupportedOperationException();
    }

    @Override
    public DmaMapper dma() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ProtectionDomain allocateProtectionDomain() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SendRequests newSendRequests(final int capacity, final int maxSge) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ConnectionManager connections() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
