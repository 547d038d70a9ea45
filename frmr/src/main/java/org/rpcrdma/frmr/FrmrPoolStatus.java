// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * One pool as {@link FrmrPoolsMXBean#getPools()} reports it: a consistent snapshot of its key and counts. Immutable.
 * JMX clients without this type see composite data whose items are these properties.
 */
public interface FrmrPoolStatus {
    /**
     * See {@link FrmrKey#ats()}.
     *
     * @return true if handles use address translation services.
     */
    boolean isAts();

    /**
     * See {@link FrmrKey#accessFlags()}.
     *
     * @return 32 bits.
     */
    int getAccessFlags();

    /**
     * See {@link FrmrKey#vendorKey()}.
     *
     * @return an unsigned number of 64 bits.
     */
    long getVendorKey();

    /**
     * See {@link FrmrKey#kernelVendorKey()}.
     *
     * @return an unsigned number of 64 bits; other than 0 if the pool is the driver's own.
     */
    long getKernelVendorKey();

    /**
     * See {@link FrmrKey#dmaBlocks()}.
     *
     * @return DMA blocks, 0 or more.
     */
    long getDmaBlocks();

    /**
     * See {@link FrmrPool#queued()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getQueued();

    /**
     * See {@link FrmrPool#inUse()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getInUse();

    /**
     * See {@link FrmrPool#maxInUse()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getMaxInUse();

    /**
     * See {@link FrmrPool#pinned()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getPinned();
}
