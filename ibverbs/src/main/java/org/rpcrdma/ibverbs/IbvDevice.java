// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.rpcrdma.ibverbs.connect.IbvConnectionManager;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.post.IbvReceiveChain;
import org.rpcrdma.ibverbs.post.IbvSendChain;
import org.rpcrdma.ibverbs.queue.IbvCompletionQueue;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** An open device of this host. All of its connections share a single {@code struct ibv_context}. */
final class IbvDevice implements ExtendedDevice {

    private final DeviceContext device;
    private final Runnable giveBack;
    private final IbvConnectionManager connections;
    private final ConcurrentLinkedQueue<IbvEventLoop> loops = new ConcurrentLinkedQueue<>();
    private boolean isReleased;

    /**
     * Creates the object for a device whose context is already open.
     *
     * @param device   the parts of the device that the device's objects need.
     * @param giveBack releases the context.
     */
    IbvDevice(final DeviceContext device, final Runnable giveBack) {
        this.device = device;
        this.giveBack = giveBack;
        connections = new IbvConnectionManager(device);
    }

    /** Returns the parts of the device that the device's objects need. */
    DeviceContext context() {
        return device;
    }

    @Override
    public String name() {
        return device.name();
    }

    @Override
    public EventLoop newEventLoop() {
        final IbvEventLoop loop = new IbvEventLoop(device);
        loops.add(loop);
        return loop;
    }

    @Override
    public DeviceAttributes attributes() {
        return device.attributes();
    }

    @Override
    public MemoryAllocator memory() {
        return device.memory();
    }

    @Override
    public DmaMapper dma() {
        throw Errnos.kernelOnly("DMA mapping");
    }

    @Override
    public ExtendedProtectionDomain allocateProtectionDomain() {
        return new IbvProtectionDomain(this, device);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final CompletionQueueAttributes wanted, final EventLoop loop, final CompletionHandler handler) {
        return new IbvCompletionQueue(device, wanted, IbvEventLoop.own(device, loop), handler);
    }

    @Override
    public AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        return device.asyncEvents().handle(IbvEventLoop.own(device, loop), handler);
    }

    @Override
    public Gid gid(final int port, final int index) {
        return device.addresses().gid(port, index);
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        return new IbvReceiveChain(capacity, maxSge);
    }

    @Override
    public ExtendedSendRequests newSendRequests(final int capacity, final int maxSge) {
        return new IbvSendChain(attributes(), capacity, maxSge);
    }

    @Override
    public ConnectionManager connections() {
        return connections;
    }

    @Override
    public void close() {
        device.open().checkUnused();
        device.asyncEvents().close();
        device.open().close();
        while (!loops.isEmpty()) {
            loops.peek().close();
            loops.remove();
        }
        if (!isReleased) {
            device.memory().close();
            isReleased = true;
            giveBack.run();
        }
    }
}
