// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.DeviceMemory;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** A part of the memory on a {@code SimulatedDevice}; zero at first. The JVM frees it when nobody refers to it. */
final class SimulatedDeviceMemory implements DeviceMemory {
    private static final int WORD = 4;

    private final DeviceMemoryPool pool;
    private final ByteBuffer bytes;
    private final long start;
    private final int length;
    private int regions;
    private boolean isClosed;

    SimulatedDeviceMemory(final DeviceMemoryPool pool, final int length, final int alignment) {
        this.pool = pool;
        this.length = length;
        bytes = ByteBuffer.allocateDirect(length + alignment - 1);
        start = (BufferUtil.address(bytes) + alignment - 1) & -alignment;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void copyFromHost(final long offset, final long address, final long count) {
        checkCopy(offset, address, count);
        pool.detachPayloads();
        UnsafeApi.copyMemory(address, start + offset, count);
    }

    @Override
    public void copyToHost(final long address, final long offset, final long count) {
        checkCopy(offset, address, count);
        UnsafeApi.copyMemory(start + offset, address, count);
    }

    @Override
    public ExtendedMemoryRegion register(
            final ProtectionDomain domain, final long offset, final long count, final int access) {
        checkOpen();
        final DomainUse owner = pool.domain(domain);
        final int rights = pool.granted(access);
        if ((rights & Access.ZERO_BASED) == 0 || (rights & Access.ON_DEMAND) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "regions of device memory are zero-based, and not on demand: access=0x"
                            + Integer.toHexString(access));
        }
        checkRange(offset, count);
        if (count == 0) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=0");
        }
        regions++;
        return pool.newRegion(owner, this, start + offset, count, rights);
    }

    void removeRegion() {
        regions--;
    }

    @Override
    public void close() {
        checkOpen();
        if (regions != 0) {
            throw new VerbsException(Errno.EBUSY, "device memory is registered: regions=" + regions);
        }
        isClosed = true;
        pool.free(this);
    }

    private void checkCopy(final long offset, final long address, final long count) {
        checkOpen();
        checkRange(offset, count);
        if (offset % WORD != 0 || count % WORD != 0) {
            throw new VerbsException(Errno.EINVAL, "no multiple of " + WORD + ": offset=" + offset + " bytes=" + count);
        }
        if (count != 0 && !pool.isHostMemory(address, count)) {
            throw new VerbsException(Errno.EFAULT, "range lies in no memory block of the device: bytes=" + count);
        }
    }

    private void checkRange(final long offset, final long count) {
        if (offset < 0 || count < 0 || offset > length || count > length - offset) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range leaves the device memory: offset=" + offset + " bytes=" + count + " limit=" + length);
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "device memory is freed: length=" + length);
        }
    }
}
