// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.CompletionQueue;
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
import org.rpcrdma.verbs.extended.DomainBuffer;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;
import org.rpcrdma.verbs.extended.XrcDomain;

/** A domain that stands for another: what is made in it belongs to the other. */
abstract class StandInDomain implements ExtendedProtectionDomain {
    private final SimulatedProtectionDomain original;
    private boolean isClosed;

    StandInDomain(final SimulatedProtectionDomain original) {
        this.original = original;
        original.domains().add();
    }

    /** Returns the domain that it stands for. */
    final SimulatedProtectionDomain original() {
        if (isClosed) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "protection domain is closed: device=" + original.device().name());
        }
        return original;
    }

    @Override
    public final ExtendedDevice device() {
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
    public final ExtendedMemoryRegion registerMemory(
            final long address, final long length, final long iova, final int access) {
        return original().registerMemory(address, length, iova, access);
    }

    @Override
    public final ExtendedMemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        return original().registerMemory(attributes);
    }

    @Override
    public final ExtendedMemoryRegion allocateNullRegion() {
        return original().allocateNullRegion();
    }

    @Override
    public final ExtendedMemoryRegion registerShared(final MemoryRegion region, final long iova, final int access) {
        return original().registerShared(region, iova, access);
    }

    @Override
    public final ExtendedMemoryRegion registerContiguous(final long length, final int access) {
        return original().registerContiguous(length, access);
    }

    @Override
    public final DomainBuffer allocateBuffer(final long length) {
        return original().allocateBuffer(length);
    }

    @Override
    public final ExtendedMemoryRegion importMemoryRegion(final int handle) {
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
    public SharedReceiveQueue createSharedReceiveQueue(
            final SharedReceiveQueueAttributes attributes,
            final XrcDomain xrcDomain,
            final CompletionQueue completions) {
        return original().createSharedReceiveQueue(attributes, xrcDomain, completions);
    }

    @Override
    public final AddressHandle createAddressHandle(final AddressVector vector) {
        return original().createAddressHandle(vector);
    }

    @Override
    public void close() {
        original().domains().remove();
        isClosed = true;
    }
}
