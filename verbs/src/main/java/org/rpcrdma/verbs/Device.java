// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * An RDMA device that was opened.
 *
 * <p>Objects are made top down (device, protection domain, queue pair) and closed bottom up: closing a device that
 * others still use fails with EBUSY.
 */
public interface Device extends AutoCloseable {
    /**
     * Returns the device's name, as {@code rdma link} shows it.
     *
     * @return for example {@code sim0}.
     */
    String name();

    /**
     * Creates an event loop for this device.
     *
     * @return the loop, used by one thread and closed with the device.
     */
    default EventLoop newEventLoop() {
        throw VerbsException.unsupported("event loop");
    }

    /**
     * Returns the device's limits.
     *
     * @return its limits.
     */
    DeviceAttributes attributes();

    /**
     * Returns native memory that this device can be given access to.
     *
     * @return the allocator.
     */
    MemoryAllocator memory();

    /**
     * Returns DMA mapping for this device.
     *
     * @return the mapper.
     * @throws VerbsException EOPNOTSUPP on a device driven from user space.
     */
    DmaMapper dma();

    /**
     * Allocates a protection domain.
     *
     * @return the domain.
     * @throws VerbsException ENOMEM if the device has no protection domain left.
     */
    ProtectionDomain allocateProtectionDomain();

    /**
     * Creates a completion queue.
     *
     * @param entries number of completions that it can hold, 1 to {@link DeviceAttributes#maxCqe()}.
     * @param loop    calls the handler.
     * @param handler called after an armed queue received a completion.
     * @return the queue.
     * @throws VerbsException EINVAL for a number of entries out of range.
     */
    CompletionQueue createCompletionQueue(int entries, EventLoop loop, CompletionHandler handler);

    /**
     * Sets the handler of the device's asynchronous events, replacing the previous one.
     *
     * @param loop    calls the handler.
     * @param handler takes the events.
     * @return a handle whose close, on the loop's thread, removes this handler; a handler that replaced it stays. It
     *     need not be closed before the device.
     */
    default AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        throw VerbsException.unsupported("asynchronous events");
    }

    /**
     * Returns an identifier of a port ({@code ibv_query_gid(3)}).
     *
     * @param port  from 1.
     * @param index from 0.
     * @return the identifier.
     * @throws VerbsException EINVAL if the port has no such identifier.
     */
    default Gid gid(final int port, final int index) {
        throw VerbsException.unsupported("global identifiers");
    }

    /**
     * Creates a chain for staging Receives.
     *
     * @param capacity requests in a chain at most.
     * @param maxSge   scatter elements of one Receive at most.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        throw VerbsException.unsupported("Receives of several elements");
    }

    /**
     * Creates a chain for staging Receives of one element.
     *
     * @param capacity requests in a chain at most.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity) {
        return newReceiveRequests(capacity, 1);
    }

    /**
     * Creates a chain for staging send work requests.
     *
     * @param capacity requests in a chain at most.
     * @param maxSge   scatter/gather elements of one request at most.
     * @return an empty chain, owned by the caller.
     */
    SendRequests newSendRequests(int capacity, int maxSge);

    /**
     * Returns connections over this device.
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
