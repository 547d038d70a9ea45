// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.endpoint.QueuePairTable;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.queue.SharedReceiveQueues;
import org.rpcrdma.rnic.transmit.RnicAddressHandle;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** A protection domain of a {@link RnicDevice}. */
final class DeviceDomain implements ExtendedProtectionDomain {
    private final ExtendedDevice device;
    private final ProtectionDomains domains;
    private final MemoryVerbs memory;
    private final QueuePairTable queuePairs;
    private final SharedReceiveQueues sharedReceiveQueues;
    private final Link link;
    private final Meter meter;
    private final DomainUse use;
    private boolean isClosed;

    /**
     * Creates an open domain.
     *
     * @param device              the device that applications see.
     * @param domains             the device's registry of domains.
     * @param memory              creates regions, windows and keys for the domain.
     * @param queuePairs          creates queue pairs for the domain.
     * @param sharedReceiveQueues creates shared receive queues for the domain.
     * @param link                resolves the destinations of address handles.
     * @param meter               records the creation of queue pairs.
     */
    DeviceDomain(
            final ExtendedDevice device,
            final ProtectionDomains domains,
            final MemoryVerbs memory,
            final QueuePairTable queuePairs,
            final SharedReceiveQueues sharedReceiveQueues,
            final Link link,
            final Meter meter) {
        this.device = device;
        this.domains = domains;
        this.memory = memory;
        this.queuePairs = queuePairs;
        this.sharedReceiveQueues = sharedReceiveQueues;
        this.link = link;
        this.meter = meter;
        use = domains.open(this);
    }

    @Override
    public ExtendedDevice device() {
        return device;
    }

    DomainUse use() {
        return use;
    }

    @Override
    public int localDmaLkey() {
        DeviceLimits.require(device.attributes(), DeviceCapability.LOCAL_DMA_LKEY);
        return KeyTable.LOCAL_DMA_LKEY;
    }

    @Override
    public FastRegisterRegion allocateFastRegisterRegion(final int maxPages) {
        checkOpen();
        return memory.allocateFastRegister(use, maxPages);
    }

    @Override
    public ExtendedMemoryRegion registerMemory(
            final long address, final long length, final long iova, final int access) {
        checkOpen();
        return memory.register(use, address, length, iova, access);
    }

    @Override
    public IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        checkOpen();
        return memory.createIndirectKey(use, attributes);
    }

    @Override
    public void advise(
            final int advice,
            final int flags,
            final long[] addresses,
            final int[] lengths,
            final int[] lkeys,
            final int count) {
        checkOpen();
        memory.advise(use.number(), advice, flags, addresses, lengths, lkeys, count);
    }

    @Override
    public ExtendedMemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        checkOpen();
        return memory.register(use, attributes);
    }

    @Override
    public MemoryWindow allocateMemoryWindow(final int type) {
        checkOpen();
        return memory.allocateWindow(use, type);
    }

    boolean isOf(final ProtectionDomains others) {
        return others == domains;
    }

    @Override
    public QueuePair createQueuePair(final QueuePairAttributes attributes) {
        checkOpen();
        final QueuePair queuePair = queuePairs.create(use, attributes);
        meter.queuePairCreated();
        return queuePair;
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        checkOpen();
        return sharedReceiveQueues.create(use, attributes);
    }

    @Override
    public AddressHandle createAddressHandle(final AddressVector vector) {
        checkOpen();
        return new RnicAddressHandle(link, use, vector);
    }

    @Override
    public void close() {
        checkOpen();
        if (!use.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "protection domain is in use: " + use);
        }
        isClosed = true;
        domains.remove();
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "protection domain is closed: device=" + device.name());
        }
    }
}
