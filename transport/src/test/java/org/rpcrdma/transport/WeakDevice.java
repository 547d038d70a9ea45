// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.verbs.DeviceCapability.LOCAL_DMA_LKEY;
import static org.rpcrdma.verbs.DeviceCapability.SEND_WITH_INVALIDATE;
import static org.rpcrdma.verbs.OnDemandCapabilities.NONE;

import java.util.Set;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;

/** A device that grants few resources, counts mappings for sending, and rejects everything that exceeds its grant. */
public final class WeakDevice extends ForwardingDevice {
    private final int maxQpWr;
    private final int maxCqe;
    private final int maxPages;
    private final int maxSge;

    /** The number of mappings so far of memory that the device reads. */
    int mappingsToDevice;

    public WeakDevice(final int maxQpWr, final int maxCqe, final int maxPages) {
        this(maxQpWr, maxCqe, maxPages, 1);
    }

    public WeakDevice(final int maxQpWr, final int maxCqe, final int maxPages, final int maxSge) {
        this.maxQpWr = maxQpWr;
        this.maxCqe = maxCqe;
        this.maxPages = maxPages;
        this.maxSge = maxSge;
    }

    public DeviceAttributes attributes() {
        final int pageSize = device.attributes().pageSize();
        final Set<DeviceCapability> granted = Set.of(SEND_WITH_INVALIDATE, LOCAL_DMA_LKEY);
        return new DeviceAttributes(maxQpWr, maxSge, maxCqe, maxPages, pageSize, 1, 0, 1, 0, granted, NONE);
    }

    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        assertTrue(entries <= maxCqe, "entries=" + entries);
        return device.createCompletionQueue(entries, loop, handler);
    }

    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        assertTrue(attributes.capabilities().maxSendWr() <= maxQpWr);
        assertTrue(attributes.capabilities().maxReceiveWr() <= maxQpWr);
        assertTrue(attributes.capabilities().maxSendSge() <= maxSge);
        return device.connections().createQueuePair(domain, attributes);
    }

    public long map(final long address, final long length, final DmaDirection direction) {
        mappingsToDevice += direction == DmaDirection.TO_DEVICE ? 1 : 0;
        return device.dma().map(address, length, direction);
    }
}
