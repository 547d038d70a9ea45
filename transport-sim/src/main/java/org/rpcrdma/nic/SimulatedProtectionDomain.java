// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.nic.transmit.SimulatedAddressHandle;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.DomainBuffer;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;
import org.rpcrdma.verbs.extended.XrcDomain;

/** A protection domain of a {@link SimulatedDevice}. */
final class SimulatedProtectionDomain implements ExtendedProtectionDomain {
    private final SimulatedDevice device;
    private final DomainMemory memory;
    private final DomainUse use;
    private boolean isClosed;

    SimulatedProtectionDomain(final SimulatedDevice device, final int number) {
        this.device = device;
        use = new DomainUse(number, this, device.memoryObjects());
        memory = new DomainMemory(device, use);
    }

    @Override
    public ExtendedDevice device() {
        return device;
    }

    SimulatedDevice simulatedDevice() {
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
        DeviceLimits.require(device.attributes(), DeviceCapability.FAST_REGISTER);
        final int limit = device.attributes().maxFastRegPages();
        if (maxPages < 1 || maxPages > limit) {
            throw new VerbsException(Errno.EINVAL, "pages out of range: maxPages=" + maxPages + " limit=" + limit);
        }
        device.callFaults().count(FaultyCall.KEY);
        final SimulatedRegion region = device.newRegion(use, maxPages);
        use.addFastRegisterRegion();
        return region;
    }

    @Override
    public ExtendedMemoryRegion registerMemory(
            final long address, final long length, final long iova, final int access) {
        checkOpen();
        return memory.register(address, length, iova, access);
    }

    @Override
    public IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        checkOpen();
        DeviceLimits.require(device.attributes(), DeviceCapability.INDIRECT_KEY);
        SimulatedIndirectKey.check(attributes);
        final SimulatedIndirectKey key =
                new SimulatedIndirectKey(device, use, device.keys().takeKey(), attributes);
        device.keys().put(key);
        device.processor().charge(device.costs().nanos(CostParameter.CREATE_MKEY));
        use.addRegion();
        return key;
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
        device.memoryAdvice().advise(use.number(), advice, flags, addresses, lengths, lkeys, count);
    }

    @Override
    public ExtendedMemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        checkOpen();
        return memory.register(attributes);
    }

    @Override
    public ExtendedMemoryRegion allocateNullRegion() {
        checkOpen();
        return memory.allocateNull();
    }

    @Override
    public ExtendedMemoryRegion registerShared(final MemoryRegion region, final long iova, final int access) {
        checkOpen();
        return memory.registerShared(region, iova, access);
    }

    @Override
    public ExtendedMemoryRegion registerContiguous(final long length, final int access) {
        checkOpen();
        return memory.registerContiguous(length, access);
    }

    @Override
    public DomainBuffer allocateBuffer(final long length) {
        checkOpen();
        return memory.allocateBuffer(length);
    }

    @Override
    public ExtendedMemoryRegion importMemoryRegion(final int handle) {
        checkOpen();
        return memory.importRegion(handle);
    }

    @Override
    public MemoryWindow allocateMemoryWindow(final int type) {
        checkOpen();
        return memory.allocateWindow(type);
    }

    @Override
    public int handle() {
        checkOpen();
        return device.handles().of(this);
    }

    /** The open domain of a device that an application means. */
    static SimulatedProtectionDomain of(final SimulatedDevice device, final ProtectionDomain domain) {
        final ProtectionDomain own = domain instanceof StandInDomain ? ((StandInDomain) domain).original() : domain;
        if (!(own instanceof SimulatedProtectionDomain) || ((SimulatedProtectionDomain) own).device != device) {
            throw new VerbsException(Errno.EINVAL, "domain is not one of the device's: device=" + device.name());
        }
        final SimulatedProtectionDomain found = (SimulatedProtectionDomain) own;
        found.checkOpen();
        return found;
    }

    @Override
    public QueuePair createQueuePair(final QueuePairAttributes attributes) {
        checkOpen();
        return device.queuePairs().create(use, ExtendedQueuePairAttributes.of(attributes));
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        checkOpen();
        return device.sharedReceiveQueues().create(use, attributes);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            final SharedReceiveQueueAttributes attributes,
            final XrcDomain xrcDomain,
            final CompletionQueue completions) {
        checkOpen();
        return device.sharedReceiveQueues().createForXrc(use, attributes, xrcDomain, completions);
    }

    @Override
    public AddressHandle createAddressHandle(final AddressVector vector) {
        checkOpen();
        return new SimulatedAddressHandle(device.port(), use, vector);
    }

    @Override
    public void close() {
        checkOpen();
        if (!use.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "protection domain is in use: " + use);
        }
        isClosed = true;
        device.handles().remove(this);
        device.removeDomain();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "protection domain is closed: device=" + device.name());
        }
    }
}
