// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.AsyncEventHandler;
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

/** A device that does everything as another does; for devices that do one thing otherwise. */
public class ForwardingDevice implements Device {
    protected Device device;

    public ForwardingDevice over(final Device actual) {
        device = actual;
        return this;
    }

    @Override
    public DmaMapper dma() {
        return device.dma();
    }

    @Override
    public String name() {
        return device.name();
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
    public ProtectionDomain allocateProtectionDomain() {
        return device.allocateProtectionDomain();
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        return device.createCompletionQueue(entries, loop, handler);
    }

    @Override
    public AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        return device.handleAsyncEvents(loop, handler);
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity) {
        return device.newReceiveRequests(capacity);
    }

    @Override
    public SendRequests newSendRequests(final int capacity, final int maxSge) {
        return device.newSendRequests(capacity, maxSge);
    }

    @Override
    public ConnectionManager connections() {
        return device.connections();
    }

    @Override
    public void close() {
        device.close();
    }
}
