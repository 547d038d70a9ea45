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
package org.rpcrdma.ibverbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionQueueAttributes;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceMemory;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ForkStatus;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueueBufferAllocator;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.XrcDomain;

/** A device of this host, by the {@code struct ibv_context} that its connections have too. */
final class IbvDevice implements Device {
    private static final ForkStatus[] FORK_STATUSES = ForkStatus.values();

    /** A {@code struct ibv_mr} of zeros. */
    private static final MemorySegment EMPTY_REGION = Arena.global().allocate(MemoryLayouts.MR_ROOM, Long.BYTES);

    private final String name;
    private final Libibverbs library;
    private final Librdmacm connectionLibrary;
    private final long context;
    private final Runnable giveBack;
    private final IbvOps ops;
    private final GrantedAttributes granted;
    private final HostMemory memory;
    private final AsyncEvents asyncEvents;
    private final IbvConnectionManager connections;
    private final PortAddresses addresses;
    private final ConcurrentLinkedQueue<IbvEventLoop> loops = new ConcurrentLinkedQueue<>();
    private final AtomicInteger objects = new AtomicInteger();
    private volatile boolean closed;
    private boolean isGivenBack;

    /**
     * @param host     what the system tells of the device.
     * @param giveBack takes the context back.
     */
    IbvDevice(
            final String name,
            final Libibverbs library,
            final Librdmacm connectionLibrary,
            final long context,
            final HostDevice host,
            final Runnable giveBack) {
        this.name = name;
        this.library = library;
        this.connectionLibrary = connectionLibrary;
        this.context = context;
        this.giveBack = giveBack;
        ops = new IbvOps(context);
        granted = GrantedAttributes.query(library, ops, context);
        memory = new HostMemory(host.numaNode());
        asyncEvents = new AsyncEvents(this);
        connections = new IbvConnectionManager(this);
        addresses = new PortAddresses(this, host);
    }

    static VerbsException kernelOnly(final String what) {
        return new VerbsException(Errno.EOPNOTSUPP, "only the kernel's verbs have it: feature=" + what);
    }

    Libibverbs library() {
        return library;
    }

    Librdmacm connectionLibrary() {
        return connectionLibrary;
    }

    /**
     * The {@code struct ibv_context}.
     *
     * @throws VerbsException EINVAL where the device is closed.
     */
    long context() {
        checkOpen();
        return context;
    }

    void checkOpen() {
        if (closed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: device=" + name);
        }
    }

    GrantedAttributes granted() {
        return granted;
    }

    /** The region of a bind that shuts a window: none; but soft-RoCE's library (rdma-core 44 at least) reads a key out of it unseen. */
    long noRegion() {
        return granted.isSoftRoce() ? EMPTY_REGION.address() : Native.NULL;
    }

    IbvOps ops() {
        return ops;
    }

    AsyncEvents asyncEvents() {
        return asyncEvents;
    }

    PortAddresses addresses() {
        return addresses;
    }

    /** An object was made of the device. */
    void opened() {
        objects.incrementAndGet();
    }

    /** An object is closed. */
    void closed() {
        objects.decrementAndGet();
    }

    /** An event loop as this device's own. */
    IbvEventLoop own(final EventLoop loop) {
        if (loop instanceof IbvEventLoop own && own.isOf(this)) {
            return own;
        }
        throw new VerbsException(Errno.EINVAL, "event loop is not the device's: device=" + name + " loop=" + loop);
    }

    /** A protection domain as this device's own. */
    IbvProtectionDomain own(final ProtectionDomain domain) {
        return own(IbvProtectionDomain.class, domain);
    }

    /** A queue pair as this device's own. */
    IbvQueuePair own(final QueuePair queuePair) {
        return own(IbvQueuePair.class, queuePair);
    }

    private <T extends NativeObject> T own(final Class<T> type, final Object object) {
        if (type.isInstance(object) && type.cast(object).device() == this) {
            return type.cast(object);
        }
        throw new VerbsException(Errno.EINVAL, "object is not the device's: device=" + name + " object=" + object);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public EventLoop newEventLoop() {
        final IbvEventLoop loop = new IbvEventLoop(this);
        loops.add(loop);
        return loop;
    }

    @Override
    public DeviceAttributes attributes() {
        return granted.attributes();
    }

    @Override
    public HostMemory memory() {
        return memory;
    }

    @Override
    public DmaMapper dma() {
        throw kernelOnly("DMA mapping");
    }

    @Override
    public ProtectionDomain allocateProtectionDomain() {
        return new IbvProtectionDomain(this, library.allocPd.pointer(context()), library.deallocPd);
    }

    @Override
    public ProtectionDomain allocateParentDomain(final ProtectionDomain domain, final QueueBufferAllocator allocator) {
        return new IbvParentDomain(own(domain), allocator);
    }

    @Override
    public ProtectionDomain importProtectionDomain(final int handle) {
        return new IbvProtectionDomain(this, library.importPd.pointer(context(), handle), library.unimportPd);
    }

    @Override
    public DeviceMemory allocateDeviceMemory(final long length, final int logAlignment) {
        return new IbvDeviceMemory(this, length, logAlignment);
    }

    @Override
    public XrcDomain openXrcDomain() {
        return new IbvXrcDomain(this);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        return createCompletionQueue(new CompletionQueueAttributes(entries, 0), loop, handler);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final CompletionQueueAttributes wanted, final EventLoop loop, final CompletionHandler handler) {
        return new IbvCompletionQueue(this, wanted, own(loop), handler);
    }

    @Override
    public AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        return asyncEvents.handle(own(loop), handler);
    }

    @Override
    public Gid gid(final int port, final int index) {
        return addresses.gid(port, index);
    }

    @Override
    public void enableFork() {
        library.forkInit.check();
    }

    @Override
    public ForkStatus forkStatus() {
        return library.isForkInitialized
                .map(function -> FORK_STATUSES[function.number()])
                .orElse(ForkStatus.DISABLED);
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity) {
        return newReceiveRequests(capacity, 1);
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        return new ReceiveChain(capacity, maxSge);
    }

    @Override
    public SendRequests newSendRequests(final int capacity, final int maxSge) {
        return new SendChain(attributes(), capacity, maxSge);
    }

    @Override
    public ConnectionManager connections() {
        return connections;
    }

    @Override
    public void close() {
        if (objects.get() > 0) {
            throw new VerbsException(Errno.EBUSY, "device is in use: device=" + name + " objects=" + objects.get());
        }
        asyncEvents.close();
        closed = true;
        while (!loops.isEmpty()) {
            loops.peek().close();
            loops.remove();
        }
        if (!isGivenBack) {
            memory.close();
            isGivenBack = true;
            giveBack.run();
        }
    }
}
