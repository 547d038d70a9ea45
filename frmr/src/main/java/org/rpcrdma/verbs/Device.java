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
package org.rpcrdma.verbs;

/**
 * An RDMA device that was opened.
 *
 * <p>Objects are made top down (device, protection domain, queue pair) and closed bottom up: closing one that
 * others still use fails with EBUSY.
 */
public interface Device extends AutoCloseable {
    /**
     * The device's name, as {@code rdma link} shows it.
     *
     * @return for example {@code sim0}.
     */
    String name();

    /**
     * What the device grants at most.
     *
     * @return its limits.
     */
    DeviceAttributes attributes();

    /**
     * Native memory that this device can be given access to.
     *
     * @return the allocator.
     */
    MemoryAllocator memory();

    /**
     * DMA mapping for this device.
     *
     * @return the mapper.
     * @throws VerbsException EOPNOTSUPP on a device driven from user space.
     */
    DmaMapper dma();

    /**
     * Allocates a protection domain.
     *
     * @return the domain.
     * @throws VerbsException ENOMEM where the device has no more.
     */
    ProtectionDomain allocateProtectionDomain();

    /**
     * Creates a completion queue.
     *
     * @param entries room for completions, 1 to {@link DeviceAttributes#maxCqe()}.
     * @param loop    where its handler is called.
     * @param handler called after an armed queue received a completion.
     * @return the queue.
     * @throws VerbsException EINVAL for a number of entries out of range.
     */
    CompletionQueue createCompletionQueue(int entries, EventLoop loop, CompletionHandler handler);

    /**
     * Makes a chain that Receives are staged into.
     *
     * @param capacity requests in a chain at most.
     * @return an empty chain, owned by the caller.
     */
    ReceiveRequests newReceiveRequests(int capacity);

    /**
     * Makes a chain that send work requests are staged into.
     *
     * @param capacity requests in a chain at most.
     * @param maxSge   scatter/gather elements of one request at most.
     * @return an empty chain, owned by the caller.
     */
    SendRequests newSendRequests(int capacity, int maxSge);

    /**
     * Connections over this device.
     *
     * @return its connection manager.
     */
    ConnectionManager connections();

    /**
     * Closes the device.
     *
     * @throws VerbsException EBUSY while objects made from it are open.
     */
    @Override
    void close();
}
