// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.transmit.SimulatedAddressHandle;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
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

/** A protection domain of a {@link SimulatedDevice}. */
final class SimulatedProtectionDomain implements ExtendedProtectionDomain {
    private final ExtendedDevice device;
    private final MemoryParts parts;
    private final QueueParts queues;
    private final Link link;
    private final MemoryVerbs memory;
    private final DomainUse use;
    private boolean isClosed;

    /**
     * Makes an open domain.
     *
     * @param device given to applications that ask for it.
     * @param parts  makes and finds the objects that the domain's keys name.
     * @param queues makes queue pairs and shared receive queues.
     * @param link   finds the destinations of address handles.
     */
    SimulatedProtectionDomain(
            final ExtendedDevice device, final MemoryParts parts, final QueueParts queues, final Link link) {
        this.device = device;
        this.parts = parts;
        this.queues = queues;
        this.link = link;
        use = new DomainUse(parts.domains().newNumber(), this, parts.objects());
        memory = parts.verbs();
        parts.domains().add();
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
        parts.advice().advise(use.number(), advice, flags, addresses, lengths, lkeys, count);
    }

    @Override
    public ExtendedMemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        checkOpen();
        return memory.register(use, attributes);
    }

    @Override
    public ExtendedMemoryRegion registerShared(final MemoryRegion region, final long iova, final int access) {
        checkOpen();
        return memory.registerShared(use, region, iova, access);
    }

    @Override
    public ExtendedMemoryRegion registerContiguous(final long length, final int access) {
        checkOpen();
        return memory.registerContiguous(use, length, access);
    }

    @Override
    public MemoryWindow allocateMemoryWindow(final int type) {
        checkOpen();
        return memory.allocateWindow(use, type);
    }

    boolean isOf(final ProtectionDomains others) {
        return others == parts.domains();
    }

    @Override
    public QueuePair createQueuePair(final QueuePairAttributes attributes) {
        checkOpen();
        return queues.queuePairs().create(use, attributes);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        checkOpen();
        return queues.sharedReceiveQueues().create(use, attributes);
    }

    @Override
    public AddressHandle createAddressHandle(final AddressVector vector) {
        checkOpen();
        return new SimulatedAddressHandle(link, use, vector);
    }

    @Override
    public void close() {
        checkOpen();
        if (!use.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "protection domain is in use: " + use);
        }
        isClosed = true;
        parts.domains().remove();
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "protection domain is closed: device=" + device.name());
        }
    }
}
