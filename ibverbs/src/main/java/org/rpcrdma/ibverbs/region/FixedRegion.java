// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.region;

import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/**
 * A region that is not of memory of the process: of none ({@code ibv_alloc_null_mr}), of the device's own, of a DMA
 * buffer, or another process's. It stays as it is.
 */
public final class FixedRegion extends NativeRegion {
    /** The address of what is not in this process. */
    private static final long NOWHERE = 0;

    private final NativeFunction destroy;

    /**
     * @param created the {@code struct ibv_mr}.
     * @param destroy takes it back.
     */
    public FixedRegion(
            final NativeDomain domain,
            final long created,
            final long length,
            final long iova,
            final int access,
            final NativeFunction destroy) {
        super(domain, NOWHERE, length, iova, access);
        this.destroy = destroy;
        begin(created);
    }

    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        throw new ReregisterException(
                ReregisterError.INPUT, Errno.EINVAL, "region cannot be changed: handle=" + handle());
    }

    @Override
    public void close() {
        end(destroy);
    }
}
