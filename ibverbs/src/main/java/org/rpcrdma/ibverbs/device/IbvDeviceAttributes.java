// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.rpcrdma.ibverbs.device.MappedMemory.PAGE;
import static org.rpcrdma.ibverbs.layout.CompletionLayout.KERNEL_WITH_INVALIDATE;
import static org.rpcrdma.ibverbs.layout.ContextLayout.NUM_COMP_VECTORS;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.ATOMIC_CAP;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_ATOMIC_WRITE;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_FLAGS;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_FLAGS_EX;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_FLUSH;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_MEM_MGT_EXTENSIONS;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_MEM_WINDOW;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_MEM_WINDOW_TYPE_2B;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.CAP_SRQ_RESIZE;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_CQE;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_QP_INIT_RD_ATOM;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_QP_RD_ATOM;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_QP_WR;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_SGE;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_SRQ;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.MAX_SRQ_WR;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.ODP_GENERAL;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.ODP_RC;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.ODP_UC;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.ODP_UD;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.SIZE_EXTENDED;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.VENDOR_ID;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.VENDOR_MELLANOX;
import static org.rpcrdma.ibverbs.layout.DeviceAttributesLayout.VENDOR_SOFT_ROCE;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.MR_CONTEXT;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.MR_HANDLE;
import static org.rpcrdma.ibverbs.layout.MemoryLayouts.MR_ROOM;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Completions.WITH_INVALIDATE;
import static org.rpcrdma.verbs.DeviceCapability.ATOMICS;
import static org.rpcrdma.verbs.DeviceCapability.ATOMIC_WRITE;
import static org.rpcrdma.verbs.DeviceCapability.COMPLETION_QUEUE_RESIZE;
import static org.rpcrdma.verbs.DeviceCapability.FLUSH;
import static org.rpcrdma.verbs.DeviceCapability.IMMEDIATE_DATA;
import static org.rpcrdma.verbs.DeviceCapability.IOVA;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_MANAGEMENT_EXTENSIONS;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW_TYPE_2B;
import static org.rpcrdma.verbs.DeviceCapability.ON_DEMAND;
import static org.rpcrdma.verbs.DeviceCapability.ON_DEMAND_IMPLICIT;
import static org.rpcrdma.verbs.DeviceCapability.POST_ALL_OR_NONE;
import static org.rpcrdma.verbs.DeviceCapability.REREGISTER;
import static org.rpcrdma.verbs.DeviceCapability.SEND_WITH_INVALIDATE;
import static org.rpcrdma.verbs.DeviceCapability.SHARED_RECEIVE_QUEUE;
import static org.rpcrdma.verbs.DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE;
import static org.rpcrdma.verbs.DeviceCapability.UC;
import static org.rpcrdma.verbs.DeviceCapability.UD;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.IbvOps;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.OnDemandCapabilities;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/**
 * The attributes of a device.
 *
 * @param attributes the attributes of the verbs contract.
 * @param vendor     the vendor ID, which identifies the driver.
 */
public record IbvDeviceAttributes(DeviceAttributes attributes, int vendor) {
    private static final int ODP_SUPPORT = 1;
    private static final int ODP_IMPLICIT = 1 << 1;

    /** A handle that belongs to no kernel object. */
    private static final int NO_HANDLE = -1;

    /** Queries a device. */
    static IbvDeviceAttributes query(final Libibverbs library, final IbvOps ops, final long context) {
        try (Arena arena = Arena.ofConfined()) {
            // If the library fills only the plain structure, the extended fields stay zero. This means that the device
            // lacks the features to which they belong.
            final MemorySegment told = arena.allocate(SIZE_EXTENDED, Long.BYTES);
            final boolean isExtended = ops.queryDeviceExtended
                    .map(function -> function.errno(context, Native.NULL, told.address(), SIZE_EXTENDED) == 0)
                    .orElse(false);
            if (!isExtended) {
                told.fill((byte) 0);
                library.queryDevice.check(context, told.address());
            }
            return new IbvDeviceAttributes(
                    attributes(
                            told,
                            Native.getInt(context + NUM_COMP_VECTORS),
                            ops.createQueuePairExtended.isPresent(),
                            takesReregistrations(library, context)),
                    told.get(JAVA_INT, VENDOR_ID));
        }
    }

    /** Returns true if the driver is rdma_rxe, the kernel's soft-RoCE. */
    boolean isSoftRoce() {
        return vendor == VENDOR_SOFT_ROCE;
    }

    /**
     * Returns true if the driver polls completions and posts Receives without system calls, in memory that it shares
     * with the device.
     */
    public boolean staysInUserSpace() {
        return isSoftRoce() || vendor == VENDOR_MELLANOX;
    }

    /**
     * Converts completion flags to libibverbs's values. For a message that invalidated a key, the kernel's soft-RoCE
     * reports its internal flag value, which in libibverbs means a valid checksum. A client that missed the
     * invalidation would invalidate the key again. If the key belongs to a window, this crashes the client's kernel (at
     * least in Linux 6.1).
     */
    public int flags(final int told) {
        final boolean moved = isSoftRoce() && (told & KERNEL_WITH_INVALIDATE) != 0;
        return moved ? told & ~KERNEL_WITH_INVALIDATE | WITH_INVALIDATE : told;
    }

    private static DeviceAttributes attributes(
            final MemorySegment told,
            final int completionVectors,
            final boolean postsAllOrNone,
            final boolean takesReregistrations) {
        final OnDemandCapabilities onDemand = onDemand(told);
        final Set<DeviceCapability> has = capabilities(told, onDemand);
        addIf(has, takesReregistrations, REREGISTER);
        if (postsAllOrNone) {
            has.add(POST_ALL_OR_NONE);
            final long flags = told.get(JAVA_LONG, CAP_FLAGS_EX);
            addIf(has, (flags & CAP_FLUSH) != 0, FLUSH);
            addIf(has, (flags & CAP_ATOMIC_WRITE) != 0, ATOMIC_WRITE);
        }
        return new DeviceAttributes(
                told.get(JAVA_INT, MAX_QP_WR),
                told.get(JAVA_INT, MAX_SGE),
                told.get(JAVA_INT, MAX_CQE),
                0,
                PAGE,
                completionVectors,
                told.get(JAVA_INT, MAX_SRQ_WR),
                Math.min(told.get(JAVA_INT, MAX_QP_RD_ATOM), told.get(JAVA_INT, MAX_QP_INIT_RD_ATOM)),
                0,
                Set.copyOf(has),
                onDemand);
    }

    private static OnDemandCapabilities onDemand(final MemorySegment told) {
        final long general = told.get(JAVA_LONG, ODP_GENERAL);
        return new OnDemandCapabilities(
                (general & ODP_SUPPORT) != 0,
                (general & ODP_IMPLICIT) != 0,
                told.get(JAVA_INT, ODP_RC),
                told.get(JAVA_INT, ODP_UC),
                told.get(JAVA_INT, ODP_UD));
    }

    private static Set<DeviceCapability> capabilities(final MemorySegment told, final OnDemandCapabilities onDemand) {
        final int flags = told.get(JAVA_INT, CAP_FLAGS);
        final EnumSet<DeviceCapability> has = EnumSet.of(IOVA, IMMEDIATE_DATA, UC, UD, COMPLETION_QUEUE_RESIZE);
        if ((flags & CAP_MEM_MGT_EXTENSIONS) != 0) {
            has.add(MEMORY_MANAGEMENT_EXTENSIONS);
            has.add(SEND_WITH_INVALIDATE);
        }
        addIf(has, (flags & CAP_MEM_WINDOW) != 0, MEMORY_WINDOW);
        addIf(has, (flags & CAP_MEM_WINDOW_TYPE_2B) != 0, MEMORY_WINDOW_TYPE_2B);
        addIf(has, (flags & CAP_SRQ_RESIZE) != 0, SHARED_RECEIVE_QUEUE_RESIZE);
        addIf(has, told.get(JAVA_INT, MAX_SRQ) > 0, SHARED_RECEIVE_QUEUE);
        addIf(has, told.get(JAVA_INT, ATOMIC_CAP) > 0, ATOMICS);
        addIf(has, onDemand.isSupported(), ON_DEMAND);
        addIf(has, onDemand.isImplicit(), ON_DEMAND_IMPLICIT);
        return has;
    }

    /**
     * Returns true if the driver supports re-registration, which no attribute reports. To find out, this method tries
     * to re-register a region that does not exist. A driver or kernel that lacks the command reports this before it
     * looks up the region. Nothing is registered, so the memory remains protected from child processes.
     */
    private static boolean takesReregistrations(final Libibverbs library, final long context) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment nowhere = arena.allocate(MR_ROOM, Long.BYTES);
            nowhere.set(JAVA_LONG, MR_CONTEXT, context);
            nowhere.set(JAVA_INT, MR_HANDLE, NO_HANDLE);
            final int result = library.reregMr.number(
                    nowhere.address(), ExtendedMemoryRegion.CHANGE_ACCESS, Native.NULL, Native.NULL, 0, LOCAL_WRITE);
            return result == 0 || Errnos.of(NativeFunction.lastErrno()) != EOPNOTSUPP;
        }
    }

    private static void addIf(
            final Set<DeviceCapability> has, final boolean condition, final DeviceCapability capability) {
        if (condition) {
            has.add(capability);
        }
    }
}
