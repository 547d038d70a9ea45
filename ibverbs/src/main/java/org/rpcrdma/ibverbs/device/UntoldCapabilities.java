// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.IbvOps;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/**
 * Finds out the capabilities that no attribute of a device shows. Drivers are asked once, while the device is opened,
 * in ways that leave nothing behind: for objects that do not exist, which they refuse with another errno than an
 * unknown command; or for an object that lives in the provider alone and is destroyed at once.
 */
final class UntoldCapabilities {
    /** No object of the kernel's has it. */
    private static final int NO_HANDLE = -1;

    private final Libibverbs library;
    private final IbvOps ops;
    private final long context;
    private final EnumSet<DeviceCapability> found = EnumSet.noneOf(DeviceCapability.class);

    private UntoldCapabilities(final Libibverbs library, final IbvOps ops, final long context) {
        this.library = library;
        this.ops = ops;
        this.context = context;
    }

    /** Asks a device. */
    static Set<DeviceCapability> query(final Libibverbs library, final IbvOps ops, final long context) {
        final UntoldCapabilities asked = new UntoldCapabilities(library, ops, context);
        asked.addIf(ops.createQueuePairExtended.isPresent(), DeviceCapability.POST_ALL_OR_NONE);
        asked.addIf(asked.takesReregistrations(), DeviceCapability.REREGISTER);
        return asked.found;
    }

    private void addIf(final boolean has, final DeviceCapability capability) {
        if (has) {
            found.add(capability);
        }
    }

    /**
     * Asks to change a region that is not there. If driver or kernel know no such command they say so before they look
     * for the region; and nothing is registered, after which children of the process could not be kept from its memory
     * any more.
     */
    private boolean takesReregistrations() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment nowhere = arena.allocate(MemoryLayouts.MR_ROOM, Long.BYTES);
            nowhere.set(JAVA_LONG, MemoryLayouts.MR_CONTEXT, context);
            nowhere.set(JAVA_INT, MemoryLayouts.MR_HANDLE, NO_HANDLE);
            final int result = library.reregMr.number(
                    nowhere.address(),
                    ExtendedMemoryRegion.CHANGE_ACCESS,
                    Native.NULL,
                    Native.NULL,
                    0,
                    Access.LOCAL_WRITE);
            return result == 0 || isKnown();
        }
    }

    private static boolean isKnown() {
        return Errnos.of(NativeFunction.lastErrno()) != Errno.EOPNOTSUPP;
    }
}
