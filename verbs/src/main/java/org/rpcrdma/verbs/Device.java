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
     * Makes a place to wait for this device's events.
     *
     * @return the loop, to be used by one thread; it ends with the device.
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
     * @throws VerbsException ENOMEM if the device has no more.
     */
    ProtectionDomain allocateProtectionDomain();

    /**
     * Creates a completion queue.
     *
     * @param entries room for completions, 1 to {@link DeviceAttributes#maxCqe()}.
     * @param loop    calls the handler.
     * @param handler called after an armed queue received a completion.
     * @return the queue.
     * @throws VerbsException EINVAL for a number of entries out of range.
     */
    CompletionQueue createCompletionQueue(int entries, EventLoop loop, CompletionHandler handler);

    /**
     * Takes the device's asynchronous events from now on; one handler at a time, in whose place another may come.
     *
     * @param loop    calls the handler.
     * @param handler takes the events.
     * @return closing it, on the loop's thread, ends that: this handler gets no more events. A handler that came in its
     *         place stays. It need not be closed before the device.
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
     * @throws VerbsException EINVAL if there is none.
     */
    default Gid gid(final int port, final int index) {
        throw VerbsException.unsupported("global identifiers");
    }

    /**
     * Makes a chain that Receives are staged into.
     *
     * @param capacity requests in a chain at most.
     * @param maxSge   scatter elements of one Receive at most.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        throw VerbsException.unsupported("Receives of several elements");
    }

    /**
     * Makes a chain that Receives of one element are staged into.
     *
     * @param capacity requests in a chain at most.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity) {
        return newReceiveRequests(capacity, 1);
    }

    /**
     * Makes a chain that send work requests are staged into.
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
