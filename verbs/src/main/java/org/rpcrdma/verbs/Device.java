// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * An open RDMA device.
 *
 * <p>Create objects from the top down (device, protection domain, queue pair) and close them in reverse order. Closing
 * a device that still has open objects fails with EBUSY.
 */
public interface Device extends AutoCloseable {
    /**
     * Returns the device's name, as {@code rdma link} shows it.
     *
     * @return the name, for example {@code sim0}.
     */
    String name();

    /**
     * Creates an event loop for this device.
     *
     * @return the loop, for use by one thread; closing the device closes it.
     */
    default EventLoop newEventLoop() {
        throw VerbsException.unsupported("event loops");
    }

    /**
     * Returns the device's limits and features.
     *
     * @return the attributes.
     */
    DeviceAttributes attributes();

    /**
     * Returns the allocator of native memory that this device can access.
     *
     * @return the allocator.
     */
    MemoryAllocator memory();

    /**
     * Returns this device's DMA mapper.
     *
     * @return the mapper.
     * @throws VerbsException EOPNOTSUPP if the device is driven from user space.
     */
    DmaMapper dma();

    /**
     * Allocates a protection domain.
     *
     * @return the domain.
     * @throws VerbsException ENOMEM if the device has no free protection domain.
     */
    ProtectionDomain allocateProtectionDomain();

    /**
     * Creates a completion queue.
     *
     * @param entries the number of completions that the queue can hold, 1 to {@link DeviceAttributes#maxCqe()}.
     * @param loop    the event loop that calls the handler.
     * @param handler the handler to call after the armed queue receives a completion.
     * @return the queue.
     * @throws VerbsException EINVAL if the number of entries is out of range.
     */
    CompletionQueue createCompletionQueue(int entries, EventLoop loop, CompletionHandler handler);

    /**
     * Sets the handler for the device's asynchronous events, replacing the previous handler.
     *
     * @param loop    the event loop that calls the handler.
     * @param handler the handler that receives the events.
     * @return a registration. Closing it on the loop's thread removes this handler unless another handler has replaced
     *     it. The registration need not be closed before the device.
     */
    default AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        throw VerbsException.unsupported("asynchronous events");
    }

    /**
     * Returns an entry of a port's GID table ({@code ibv_query_gid(3)}).
     *
     * @param port  the port number, from 1.
     * @param index the GID's index, from 0.
     * @return the GID.
     * @throws VerbsException EINVAL if the port has no GID at this index.
     */
    default Gid gid(final int port, final int index) {
        throw VerbsException.unsupported("GID tables");
    }

    /**
     * Creates a chain for staging Receives.
     *
     * @param capacity the maximum number of Receives in the chain.
     * @param maxSge   the maximum number of scatter elements per Receive.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        throw VerbsException.unsupported("Receives with several elements");
    }

    /**
     * Creates a chain for staging Receives with one element each.
     *
     * @param capacity the maximum number of Receives in the chain.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity) {
        return newReceiveRequests(capacity, 1);
    }

    /**
     * Creates a chain for staging send work requests.
     *
     * @param capacity the maximum number of requests in the chain.
     * @param maxSge   the maximum number of scatter/gather elements per request.
     * @return an empty chain, owned by the caller.
     */
    SendRequests newSendRequests(int capacity, int maxSge);

    /**
     * Returns the device's connection manager.
     *
     * @return the connection manager.
     */
    ConnectionManager connections();

    /**
     * Closes the device.
     *
     * @throws VerbsException EBUSY while objects created from it are open.
     */
    @Override
    void close();
}
