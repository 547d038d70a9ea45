// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import javax.management.ConstructorParameters;

/**
 * One pool as {@link FrmrPoolsMXBean#getPools()} reports it: its key and its counts, as they were at one moment.
 * Immutable. For JMX clients that do not know this class it is composite data with these properties as its items.
 */
public final class FrmrPoolStatus {
    private final boolean ats;
    private final int accessFlags;
    private final long vendorKey;
    private final long kernelVendorKey;
    private final long dmaBlocks;
    private final int queued;
    private final int inUse;
    private final int maxInUse;
    private final int pinned;

    /**
     * Makes a status.
     *
     * @param ats             see {@link #isAts()}.
     * @param accessFlags     see {@link #getAccessFlags()}.
     * @param vendorKey       see {@link #getVendorKey()}.
     * @param kernelVendorKey see {@link #getKernelVendorKey()}.
     * @param dmaBlocks       see {@link #getDmaBlocks()}.
     * @param queued          see {@link #getQueued()}.
     * @param inUse           see {@link #getInUse()}.
     * @param maxInUse        see {@link #getMaxInUse()}.
     * @param pinned          see {@link #getPinned()}.
     */
    @ConstructorParameters({
        "ats",
        "accessFlags",
        "vendorKey",
        "kernelVendorKey",
        "dmaBlocks",
        "queued",
        "inUse",
        "maxInUse",
        "pinned"
    })
    public FrmrPoolStatus(
            final boolean ats,
            final int accessFlags,
            final long vendorKey,
            final long kernelVendorKey,
            final long dmaBlocks,
            final int queued,
            final int inUse,
            final int maxInUse,
            final int pinned) {
        this.ats = ats;
        this.accessFlags = accessFlags;
        this.vendorKey = vendorKey;
        this.kernelVendorKey = kernelVendorKey;
        this.dmaBlocks = dmaBlocks;
        this.queued = queued;
        this.inUse = inUse;
        this.maxInUse = maxInUse;
        this.pinned = pinned;
    }

    static FrmrPoolStatus of(final FrmrPool pool) {
        final FrmrKey key = pool.key();
        final FrmrPoolStatistics now = pool.statistics();
        return new FrmrPoolStatus(
                key.ats(),
                key.accessFlags(),
                key.vendorKey(),
                key.kernelVendorKey(),
                key.dmaBlocks(),
                now.queued(),
                now.inUse(),
                now.maxInUse(),
                now.pinned());
    }

    /**
     * See {@link FrmrKey#ats()}.
     *
     * @return true if handles use address translation services.
     */
    public boolean isAts() {
        return ats;
    }

    /**
     * See {@link FrmrKey#accessFlags()}.
     *
     * @return 32 bits.
     */
    public int getAccessFlags() {
        return accessFlags;
    }

    /**
     * See {@link FrmrKey#vendorKey()}.
     *
     * @return an unsigned number of 64 bits.
     */
    public long getVendorKey() {
        return vendorKey;
    }

    /**
     * See {@link FrmrKey#kernelVendorKey()}.
     *
     * @return an unsigned number of 64 bits; other than 0 if the pool is the driver's own.
     */
    public long getKernelVendorKey() {
        return kernelVendorKey;
    }

    /**
     * See {@link FrmrKey#dmaBlocks()}.
     *
     * @return DMA blocks, 0 or more.
     */
    public long getDmaBlocks() {
        return dmaBlocks;
    }

    /**
     * See {@link FrmrPool#queued()}.
     *
     * @return handles, 0 or more.
     */
    public int getQueued() {
        return queued;
    }

    /**
     * See {@link FrmrPool#inUse()}.
     *
     * @return handles, 0 or more.
     */
    public int getInUse() {
        return inUse;
    }

    /**
     * See {@link FrmrPool#maxInUse()}.
     *
     * @return handles, 0 or more.
     */
    public int getMaxInUse() {
        return maxInUse;
    }

    /**
     * See {@link FrmrPool#pinned()}.
     *
     * @return handles, 0 or more.
     */
    public int getPinned() {
        return pinned;
    }
}
