// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * A consistent snapshot of one pool's key and counts, from {@link FrmrPoolsMXBean#getPools()}. Immutable. JMX clients
 * without this type receive composite data whose items are these properties.
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
     * @return the access flags, 32 bits.
     */
    int getAccessFlags();

    /**
     * See {@link FrmrKey#vendorKey()}.
     *
     * @return an unsigned 64-bit number.
     */
    long getVendorKey();

    /**
     * See {@link FrmrKey#kernelVendorKey()}.
     *
     * @return an unsigned 64-bit number; not 0 if the pool is private to the driver.
     */
    long getKernelVendorKey();

    /**
     * See {@link FrmrKey#dmaBlocks()}.
     *
     * @return the number of DMA blocks, 0 or more.
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
