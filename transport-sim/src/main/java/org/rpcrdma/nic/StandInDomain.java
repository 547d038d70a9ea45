// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.verbs.AddressHandle;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DomainBuffer;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.IndirectKey;
import org.rpcrdma.verbs.IndirectKeyAttributes;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryRegionAttributes;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;

/** A domain that stands for another: what is made in it belongs to the other. */
abstract class StandInDomain implements ProtectionDomain {
    private final SimulatedProtectionDomain original;
    private boolean isClosed;

    StandInDomain(final SimulatedProtectionDomain original) {
        this.original = original;
        original.simulatedDevice().addDomain();
    }

    /** The domain that it stands for. */
    final SimulatedProtectionDomain original() {
        if (isClosed) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "protection domain is closed: device="
                            + original.simulatedDevice().name());
        }
        return original;
    }

    @Override
    public final Device device() {
        return original.device();
    }

    @Override
    public final int localDmaLkey() {
        return original().localDmaLkey();
    }

    @Override
    public final FastRegisterRegion allocateFastRegisterRegion(final int maxPages) {
        return original().allocateFastRegisterRegion(maxPages);
    }

    @Override
    public final MemoryRegion registerMemory(final long address, final long length, final long iova, final int access) {
        return original().registerMemory(address, length, iova, access);
    }

    @Override
    public final MemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        return original().registerMemory(attributes);
    }

    @Override
    public final MemoryRegion allocateNullRegion() {
        return original().allocateNullRegion();
    }

    @Override
    public final MemoryRegion registerShared(final MemoryRegion region, final long iova, final int access) {
        return original().registerShared(region, iova, access);
    }

    @Override
    public final MemoryRegion registerContiguous(final long length, final int access) {
        return original().registerContiguous(length, access);
    }

    @Override
    public final DomainBuffer allocateBuffer(final long length) {
        return original().allocateBuffer(length);
    }

    @Override
    public final MemoryRegion importMemoryRegion(final int handle) {
        return original().importMemoryRegion(handle);
    }

    @Override
    public final int handle() {
        return original().handle();
    }

    @Override
    public final void advise(
            final int advice,
            final int flags,
            final long[] addresses,
            final int[] lengths,
            final int[] lkeys,
            final int count) {
        original().advise(advice, flags, addresses, lengths, lkeys, count);
    }

    @Override
    public final MemoryWindow allocateMemoryWindow(final int type) {
        return original().allocateMemoryWindow(type);
    }

    @Override
    public final IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        return original().createIndirectKey(attributes);
    }

    @Override
    public QueuePair createQueuePair(final QueuePairAttributes attributes) {
        return original().createQueuePair(attributes);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        return original().createSharedReceiveQueue(attributes);
    }

    @Override
    public final AddressHandle createAddressHandle(final AddressVector vector) {
        return original().createAddressHandle(vector);
    }

    @Override
    public void close() {
        original().simulatedDevice().removeDomain();
        isClosed = true;
    }
}
