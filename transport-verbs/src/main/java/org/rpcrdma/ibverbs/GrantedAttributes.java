/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.OnDemandCapabilities;

/** Asks a device what it grants. */
final class GrantedAttributes {
    private static final int ODP_SUPPORT = 1;
    private static final int ODP_IMPLICIT = 1 << 1;
    private static final int NO_HANDLE = -1;

    private final MemorySegment attributes;
    private final boolean isExtended;

    private GrantedAttributes(final Arena arena, final Libibverbs library, final IbvOps ops, final long context) {
        attributes = arena.allocate(DeviceAttributesLayout.SIZE_EXTENDED, Long.BYTES);
        isExtended = ops.queryDeviceExtended
                .map(function ->
                        function.errno(context, Native.NULL, attributes.address(), DeviceAttributesLayout.SIZE_EXTENDED)
                                == 0)
                .orElse(false);
        if (!isExtended) {
            library.queryDevice.check(context, attributes.address());
        }
    }

    static DeviceAttributes query(final Libibverbs library, final IbvOps ops, final long context) {
        try (Arena arena = Arena.ofConfined()) {
            return new GrantedAttributes(arena, library, ops, context)
                    .granted(
                            Native.getInt(context + ContextLayout.NUM_COMP_VECTORS),
                            takesReregistrations(arena, library, context));
        }
    }

    static boolean isSoftRoce(final Libibverbs library, final IbvOps ops, final long context) {
        try (Arena arena = Arena.ofConfined()) {
            final GrantedAttributes granted = new GrantedAttributes(arena, library, ops, context);
            return granted.number(DeviceAttributesLayout.VENDOR_ID) == DeviceAttributesLayout.VENDOR_SOFT_ROCE;
        }
    }

    /**
     * Whether the driver has re-registration, which no attribute tells: it is asked to change a region that is not there. Where driver or
     * kernel know no such command they say so before they look for the region; and nothing is registered, after which children of the
     * process could not be kept from its memory any more.
     */
    private static boolean takesReregistrations(final Arena arena, final Libibverbs library, final long context) {
        final MemorySegment nowhere = arena.allocate(MemoryLayouts.MR_ROOM, Long.BYTES);
        nowhere.set(JAVA_LONG, MemoryLayouts.MR_CONTEXT, context);
        nowhere.set(JAVA_INT, MemoryLayouts.MR_HANDLE, NO_HANDLE);
        final int result = library.reregMr.number(
                nowhere.address(), MemoryRegion.CHANGE_ACCESS, Native.NULL, Native.NULL, 0, Access.LOCAL_WRITE);
        return result == 0 || Errnos.of(NativeFunction.lastErrno()) != Errno.EOPNOTSUPP;
    }

    private DeviceAttributes granted(final int completionVectors, final boolean takesReregistrations) {
        final OnDemandCapabilities onDemand = isExtended ? onDemand() : OnDemandCapabilities.NONE;
        final Set<DeviceCapability> has = capabilities(onDemand);
        addIf(has, takesReregistrations, DeviceCapability.REREGISTER);
        return new DeviceAttributes(
                number(DeviceAttributesLayout.MAX_QP_WR),
                number(DeviceAttributesLayout.MAX_SGE),
                number(DeviceAttributesLayout.MAX_CQE),
                0,
                HostMemory.PAGE,
                completionVectors,
                number(DeviceAttributesLayout.MAX_SRQ_WR),
                0,
                Math.min(
                        number(DeviceAttributesLayout.MAX_QP_RD_ATOM),
                        number(DeviceAttributesLayout.MAX_QP_INIT_RD_ATOM)),
                0,
                0,
                0,
                Set.copyOf(has),
                onDemand);
    }

    private int number(final long field) {
        return attributes.get(JAVA_INT, field);
    }

    private OnDemandCapabilities onDemand() {
        final long general = attributes.get(JAVA_LONG, DeviceAttributesLayout.ODP_GENERAL);
        return new OnDemandCapabilities(
                (general & ODP_SUPPORT) != 0,
                (general & ODP_IMPLICIT) != 0,
                number(DeviceAttributesLayout.ODP_RC),
                number(DeviceAttributesLayout.ODP_UC),
                number(DeviceAttributesLayout.ODP_UD),
                number(DeviceAttributesLayout.ODP_XRC));
    }

    private Set<DeviceCapability> capabilities(final OnDemandCapabilities onDemand) {
        final int flags = number(DeviceAttributesLayout.CAP_FLAGS);
        final EnumSet<DeviceCapability> has = EnumSet.of(
                DeviceCapability.IOVA,
                DeviceCapability.IMMEDIATE_DATA,
                DeviceCapability.UC,
                DeviceCapability.UD,
                DeviceCapability.COMPLETION_QUEUE_RESIZE,
                DeviceCapability.FORK);
        if ((flags & DeviceAttributesLayout.CAP_MEM_MGT_EXTENSIONS) != 0) {
            has.add(DeviceCapability.MEMORY_MANAGEMENT_EXTENSIONS);
            has.add(DeviceCapability.SEND_WITH_INVALIDATE);
        }
        addIf(has, (flags & DeviceAttributesLayout.CAP_MEM_WINDOW) != 0, DeviceCapability.MEMORY_WINDOW);
        addIf(
                has,
                (flags & DeviceAttributesLayout.CAP_MEM_WINDOW_TYPE_2B) != 0,
                DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        addIf(has, (flags & DeviceAttributesLayout.CAP_SRQ_RESIZE) != 0, DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE);
        addIf(has, number(DeviceAttributesLayout.MAX_SRQ) > 0, DeviceCapability.SHARED_RECEIVE_QUEUE);
        addIf(has, number(DeviceAttributesLayout.ATOMIC_CAP) > 0, DeviceCapability.ATOMICS);
        addIf(has, onDemand.isSupported(), DeviceCapability.ON_DEMAND);
        addIf(has, onDemand.isImplicit(), DeviceCapability.ON_DEMAND_IMPLICIT);
        return has;
    }

    private static void addIf(
            final Set<DeviceCapability> has, final boolean condition, final DeviceCapability capability) {
        if (condition) {
            has.add(capability);
        }
    }
}
