// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
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
     * Makes a place to wait for this device's events.
     *
     * @return the loop, to be used by one thread; it ends with the device.
     */
    default EventLoop newEventLoop() {
        throw Unsupported.feature("event loop");
    }

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
     * Creates a completion queue, by all that can be chosen.
     *
     * @param attributes its size and format.
     * @param loop       where its handler is called.
     * @param handler    called after an armed queue received a completion.
     * @return the queue.
     * @throws VerbsException EINVAL for a number of entries, a vector, an entry size or a format that the device does
     *     not grant; EOPNOTSUPP where it leaves no choice.
     */
    default CompletionQueue createCompletionQueue(
            final CompletionQueueAttributes attributes, final EventLoop loop, final CompletionHandler handler) {
        if (attributes.equals(new CompletionQueueAttributes(attributes.entries(), 0))) {
            return createCompletionQueue(attributes.entries(), loop, handler);
        }
        throw Unsupported.feature("choice of completion vectors and formats");
    }

    /**
     * Takes the device's asynchronous events from now on; one handler at a time, in whose place another may come.
     *
     * @param loop    where the handler is called.
     * @param handler takes the events.
     * @return closing it, on the loop's thread, ends that: this handler is told nothing any more. One that came in its place stays. It need not
     *     be closed before the device.
     */
    default AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        throw Unsupported.feature("asynchronous events");
    }

    /**
     * An identifier of a port ({@code ibv_query_gid(3)}).
     *
     * @param port  from 1.
     * @param index from 0.
     * @return the identifier.
     * @throws VerbsException EINVAL where there is none.
     */
    default Gid gid(final int port, final int index) {
        throw Unsupported.feature("global identifiers");
    }

    /**
     * Opens an XRC domain.
     *
     * @return the domain; the caller closes it.
     */
    default XrcDomain openXrcDomain() {
        throw Unsupported.feature("extended reliable connections");
    }

    /**
     * Allocates a domain that stands for another ({@code ibv_alloc_parent_domain(3)}) and can be used wherever that can.
     *
     * @param domain    the other.
     * @param allocator where the memory of its queues comes from, or null.
     * @return the domain; the caller closes it, before the other.
     */
    default ProtectionDomain allocateParentDomain(final ProtectionDomain domain, final QueueBufferAllocator allocator) {
        throw Unsupported.feature("parent domains");
    }

    /**
     * Takes part in a domain of a process that shares the device ({@code ibv_import_pd(3)}).
     *
     * @param handle the domain's {@link ProtectionDomain#handle()}.
     * @return the domain; closing it leaves the original as it is.
     * @throws VerbsException ENOENT where there is no such domain.
     */
    default ProtectionDomain importProtectionDomain(final int handle) {
        throw Unsupported.feature("import of domains");
    }

    /**
     * Allocates memory on the device.
     *
     * @param length       bytes, at least 1.
     * @param logAlignment log2 of the alignment.
     * @return the memory; the caller closes it.
     * @throws VerbsException ENOMEM where there is not so much left, EINVAL for a length that can never be had.
     */
    default DeviceMemory allocateDeviceMemory(final long length, final int logAlignment) {
        throw Unsupported.feature("memory of its own");
    }

    /**
     * Memory of another device on the bus that this one can reach (PeerDirect). Its regions can neither be
     * re-registered nor take memory windows.
     *
     * @return the allocator.
     */
    default MemoryAllocator peerMemory() {
        throw Unsupported.feature("memory of a peer device");
    }

    /**
     * Allocates a list of pages for fast registrations.
     *
     * @param maxPages pages in it at most, 1 to {@link DeviceAttributes#maxFastRegPages()}.
     * @return the list; the caller closes it.
     * @throws VerbsException EINVAL for a number of pages out of range.
     */
    default FastRegisterPageList allocateFastRegisterPageList(final int maxPages) {
        throw Unsupported.feature("fast-register page lists");
    }

    /**
     * Asks that registered memory be kept from child processes ({@code ibv_fork_init(3)}).
     *
     * @throws VerbsException EINVAL where memory was registered before.
     */
    default void enableFork() {
        throw Unsupported.feature("protection of registered memory from child processes");
    }

    /**
     * Whether registered memory is kept from child processes.
     *
     * @return how it is.
     */
    default ForkStatus forkStatus() {
        return ForkStatus.DISABLED;
    }

    /**
     * Makes a chain that Receives are staged into.
     *
     * @param capacity requests in a chain at most.
     * @param maxSge   scatter elements of one Receive at most.
     * @return an empty chain, owned by the caller.
     */
    default ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        throw Unsupported.feature("Receives of several elements");
    }

    /**
     * Makes a chain that Receives of one element are staged into.
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
