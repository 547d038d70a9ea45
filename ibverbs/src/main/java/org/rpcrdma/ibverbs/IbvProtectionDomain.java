// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.ibverbs.post.IbvAddressHandle;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.ibverbs.queue.IbvSharedReceiveQueue;
import org.rpcrdma.ibverbs.region.FixedRegion;
import org.rpcrdma.ibverbs.region.IbvMemoryRegion;
import org.rpcrdma.ibverbs.region.IbvMemoryWindow;
import org.rpcrdma.verbs.AddressVector;
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
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** A protection domain, created by {@code ibv_alloc_pd}. */
final class IbvProtectionDomain extends NativeDomain {
    private final ExtendedDevice device;

    /** @param device the device object that the program opened. */
    IbvProtectionDomain(final ExtendedDevice device, final DeviceContext context) {
        super(context);
        this.device = device;
        begin(context.library().allocPd.pointer(context.context()));
    }

    @Override
    public ExtendedDevice device() {
        return device;
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
            throw new VerbsException(Errno.EINVAL, "invalid combination of attributes: attributes=" + attributes);
        }
        final long address =
                attributes.address().orElseThrow(() -> new VerbsException(Errno.EINVAL, "region has no address"));
        return registerMemory(address, attributes.length(), attributes.iova().orElse(address), attributes.access());
    }

    private ExtendedMemoryRegion registerDmaBuffer(final MemoryRegionAttributes attributes) {
        final long offset = attributes.offset().orElseThrow();
        final long iova = attributes.iova().orElse(offset);
        final NativeFunction function = context()
                .library()
                .regDmabufMr
                .orElseThrow(() -> new VerbsException(
                        Errno.EOPNOTSUPP, "the device or its library lacks a function: function=ibv_reg_dmabuf_mr"));
        final long created = function.pointer(
                pointer(),
                offset,
                attributes.length(),
                iova,
                attributes.fileDescriptor().orElseThrow(),
                attributes.access());
        return new FixedRegion(this, created, attributes.length(), iova, attributes.access());
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
                .orElseThrow(() -> new VerbsException(Errno.EOPNOTSUPP, "the device does not support memory advice"));
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
            throw new VerbsException(Errno.EINVAL, "unknown type of memory window: type=" + type);
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
    public AddressHandle createAddressHandle(final AddressVector vector) {
        return new IbvAddressHandle(this, vector);
    }

    @Override
    public void close() {
        end(context().library().deallocPd);
    }
}
