// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.region;

import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** A region that covers a DMA buffer instead of memory of this process. It cannot be re-registered. */
public final class FixedRegion extends NativeRegion {
    /** The address of a region whose memory is outside this process. */
    private static final long NOWHERE = 0;

    /**
     * @param created the {@code struct ibv_mr}.
     */
    public FixedRegion(
            final NativeDomain domain, final long created, final long length, final long iova, final int access) {
        super(domain, NOWHERE, length, iova, access);
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
                ReregisterError.INPUT, Errno.EINVAL, "region cannot be changed: lkey=0x" + Integer.toHexString(lkey()));
    }

    @Override
    public void close() {
        end(context().library().deregMr);
    }
}
