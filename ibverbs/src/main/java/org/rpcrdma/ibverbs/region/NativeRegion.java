// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.region;

import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** A region that covers memory of any kind, with its {@code struct ibv_mr} and the attributes that were requested. */
public abstract class NativeRegion extends NativeObject implements ExtendedMemoryRegion {
    NativeDomain domain;
    long address;
    long length;
    long iova;
    int access;

    NativeRegion(final NativeDomain domain, final long address, final long length, final long iova, final int access) {
        super(domain.context());
        this.domain = domain;
        this.address = address;
        this.length = length;
        this.iova = iova;
        this.access = access;
    }

    @Override
    public final ProtectionDomain domain() {
        return domain;
    }

    @Override
    public final long address() {
        return address;
    }

    @Override
    public final long length() {
        return length;
    }

    @Override
    public final long iova() {
        return iova;
    }

    @Override
    public final int access() {
        return access;
    }

    @Override
    public int lkey() {
        return Native.getInt(pointer() + MemoryLayouts.MR_LKEY);
    }

    @Override
    public int rkey() {
        return Native.getInt(pointer() + MemoryLayouts.MR_RKEY);
    }

    /**
     * Returns the pointer of a region to which windows can be bound. This is possible only if the region's memory
     * belongs to this process.
     *
     * @throws VerbsException EOPNOTSUPP for other regions.
     */
    public static long boundable(final MemoryRegion region) {
        if (region instanceof IbvMemoryRegion own) {
            return own.pointer();
        }
        throw new VerbsException(Errno.EOPNOTSUPP, "region does not allow memory windows: region=" + region);
    }
}
