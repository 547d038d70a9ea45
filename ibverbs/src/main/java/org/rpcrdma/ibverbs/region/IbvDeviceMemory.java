// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.region;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.DeviceMemory;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Memory on the device, of {@code ibv_alloc_dm(3)}. */
public final class IbvDeviceMemory extends NativeObject implements DeviceMemory {
    private static final int WORD = 4;

    private final long length;
    private final NativeFunction copyTo;
    private final NativeFunction copyFrom;

    public IbvDeviceMemory(final DeviceContext device, final long length, final int logAlignment) {
        super(device);
        this.length = length;
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "bad device memory: length=" + length);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment wanted = arena.allocate(MemoryLayouts.DM_ATTR_SIZE, Long.BYTES);
            wanted.set(JAVA_LONG, MemoryLayouts.DM_ATTR_LENGTH, length);
            wanted.set(JAVA_INT, MemoryLayouts.DM_ATTR_LOG_ALIGN, logAlignment);
            begin(device.ops().optional().allocateDeviceMemory.pointer(device.context(), wanted.address()));
        }
        copyTo = function("ibv_memcpy_to_dm", MemoryLayouts.DM_COPY_TO);
        copyFrom = function("ibv_memcpy_from_dm", MemoryLayouts.DM_COPY_FROM);
    }

    private NativeFunction function(final String name, final long field) {
        return new NativeFunction(name, Native.at(Native.getLong(pointer() + field)), 4);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void copyFromHost(final long offset, final long address, final long bytes) {
        checkCopy(offset, bytes);
        copyTo.check(pointer(), offset, address, bytes);
    }

    @Override
    public void copyToHost(final long address, final long offset, final long bytes) {
        checkCopy(offset, bytes);
        copyFrom.check(address, pointer(), offset, bytes);
    }

    /** Providers copy whatever range is asked for. */
    private void checkCopy(final long offset, final long bytes) {
        checkRange(offset, bytes);
        if (offset % WORD != 0 || bytes % WORD != 0) {
            throw new VerbsException(Errno.EINVAL, "no multiple of " + WORD + ": offset=" + offset + " bytes=" + bytes);
        }
    }

    private void checkRange(final long offset, final long bytes) {
        if (offset < 0 || bytes < 0 || bytes > length || offset > length - bytes) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range leaves the device memory: offset=" + offset + " bytes=" + bytes + " limit=" + length);
        }
    }

    @Override
    public ExtendedMemoryRegion register(
            final ProtectionDomain domain, final long offset, final long bytes, final int access) {
        checkRange(offset, bytes);
        if ((access & Access.ZERO_BASED) == 0 || (access & Access.ON_DEMAND) != 0 || !Access.isValid(access)) {
            throw new VerbsException(
                    Errno.EINVAL, "regions of device memory are zero-based: access=0x" + Integer.toHexString(access));
        }
        final NativeDomain owner = NativeDomain.own(context(), domain);
        final long created = context()
                .ops()
                .optional()
                .registerDeviceMemory
                .pointer(owner.pointer(), pointer(), offset, bytes, access);
        return new FixedRegion(owner, created, bytes, 0, access, context().library().deregMr);
    }

    @Override
    public void close() {
        end(context().ops().optional().freeDeviceMemory);
    }
}
