// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.ibverbs.post.IbvAddressHandle;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.ibverbs.queue.IbvSharedReceiveQueue;
import org.rpcrdma.ibverbs.region.FixedRegion;
import org.rpcrdma.ibverbs.region.IbvMemoryRegion;
import org.rpcrdma.ibverbs.region.IbvMemoryWindow;
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
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;
import org.rpcrdma.verbs.extended.XrcDomain;

/** A protection domain of {@code ibv_alloc_pd}, or another's that a process shares with this one. */
class IbvProtectionDomain extends NativeDomain {
    private final ExtendedDevice device;
    private final NativeFunction destroy;

    /**
     * @param device  the device as its user has it.
     * @param created the {@code struct ibv_pd}.
     * @param destroy takes it back.
     */
    IbvProtectionDomain(
            final ExtendedDevice device,
            final DeviceContext context,
            final long created,
            final NativeFunction destroy) {
        super(context);
        this.device = device;
        this.destroy = destroy;
        begin(created);
    }

    @Override
    public final ExtendedDevice device() {
        return device;
    }

    @Override
    public int handle() {
        return Native.getInt(pointer() + MemoryLayouts.PD_HANDLE);
    }

    @Override
    public int localDmaLkey() {
        throw Errnos.kernelOnly("local_dma_lkey");
    }

    @Override
    public FastRegisterRegion allocateFastRegisterRegion(final int maxPages) {
        throw Errnos.kernelOnly("fast-register regions");
    }

    @Override
    public ExtendedMemoryRegion registerMemory(
            final long address, final long length, final long iova, final int access) {
        return new IbvMemoryRegion(this, address, length, iova, access);
    }

    @Override
    public ExtendedMemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        if (attributes.fileDescriptor().isPresent()
                && attributes.address().isEmpty()
                && attributes.offset().isPresent()) {
            return registerDmaBuffer(attributes);
        }
        if (attributes.fileDescriptor().isPresent() || attributes.offset().isPresent()) {
            throw new VerbsException(Errno.EINVAL, "attributes do not fit together: attributes=" + attributes);
        }
        final long address =
                attributes.address().orElseThrow(() -> new VerbsException(Errno.EINVAL, "region without an address"));
        return registerMemory(address, attributes.length(), attributes.iova().orElse(address), attributes.access());
    }

    private ExtendedMemoryRegion registerDmaBuffer(final MemoryRegionAttributes attributes) {
        final long offset = attributes.offset().orElseThrow();
        final long iova = attributes.iova().orElse(offset);
        final long created = context()
                .library()
                .regDmabufMr
                .pointer(
                        pointer(),
                        offset,
                        attributes.length(),
                        iova,
                        attributes.fileDescriptor().orElseThrow(),
                        attributes.access());
        return new FixedRegion(
                this,
                created,
                attributes.length(),
                iova,
                attributes.access(),
                context().library().deregMr);
    }

    @Override
    public ExtendedMemoryRegion allocateNullRegion() {
        final long created = context().ops().optional().allocateNullRegion.pointer(pointer());
        return new FixedRegion(
                this, created, MemoryRegion.WHOLE_ADDRESS_SPACE, 0, 0, context().library().deregMr);
    }

    @Override
    public ExtendedMemoryRegion importMemoryRegion(final int handle) {
        final Libibverbs library = context().library();
        final long created = library.importMr.pointer(pointer(), handle);
        return new FixedRegion(
                this, created, Native.getLong(created + MemoryLayouts.MR_LENGTH), 0, 0, library.unimportMr);
    }

    @Override
    public void advise(
            final int advice,
            final int flags,
            final long[] addresses,
            final int[] lengths,
            final int[] lkeys,
            final int count) {
        final NativeFunction function = context()
                .ops()
                .advise
                .orElseThrow(() -> new VerbsException(Errno.EOPNOTSUPP, "the device takes no advice on memory"));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment ranges = arena.allocate(ReceiveLayout.SGE_SIZE * Math.max(1, count), Long.BYTES);
            for (int i = 0; i < count; i++) {
                final long at = ReceiveLayout.SGE_SIZE * i;
                ranges.set(JAVA_LONG, at + ReceiveLayout.SGE_ADDRESS, addresses[i]);
                ranges.set(JAVA_INT, at + ReceiveLayout.SGE_LENGTH, lengths[i]);
                ranges.set(JAVA_INT, at + ReceiveLayout.SGE_LKEY, lkeys[i]);
            }
            function.check(pointer(), advice, flags, ranges.address(), count);
        }
    }

    @Override
    public MemoryWindow allocateMemoryWindow(final int type) {
        if (type != MemoryWindow.TYPE_1 && type != MemoryWindow.TYPE_2) {
            throw new VerbsException(Errno.EINVAL, "no such type of window: type=" + type);
        }
        return new IbvMemoryWindow(this, type);
    }

    @Override
    public QueuePair createQueuePair(final QueuePairAttributes attributes) {
        return new IbvQueuePair(this, attributes);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        return new IbvSharedReceiveQueue(this, attributes);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            final SharedReceiveQueueAttributes attributes, final XrcDomain domain, final CompletionQueue queue) {
        if (domain == null) {
            throw new VerbsException(Errno.EINVAL, "shared receive queue of XRC without an XRC domain");
        }
        return new IbvSharedReceiveQueue(this, attributes, domain, queue);
    }

    @Override
    public AddressHandle createAddressHandle(final AddressVector vector) {
        return new IbvAddressHandle(this, vector);
    }

    @Override
    public void close() {
        end(destroy);
    }
}
