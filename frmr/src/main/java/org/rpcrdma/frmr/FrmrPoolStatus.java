// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * A consistent snapshot of one pool's key and counts, from {@link FrmrPoolsMXBean#getPools()}. Immutable. JMX clients
 * without this type receive composite data whose items are these properties.
 */
public interface FrmrPoolStatus {
    /**
     * Returns true if the handles use address translation services; see {@link FrmrKey#ats()}.
     *
     * @return true if handles use address translation services.
     */
    boolean isAts();

    /**
     * Returns the access flags of the pool's key; see {@link FrmrKey#accessFlags()}.
     *
     * @return the access flags, 32 bits.
     */
    int getAccessFlags();

    /**
     * Returns the vendor key; see {@link FrmrKey#vendorKey()}.
     *
     * @return an unsigned 64-bit number.
     */
    long getVendorKey();

    /**
     * Returns the kernel vendor key; see {@link FrmrKey#kernelVendorKey()}.
     *
     * @return an unsigned 64-bit number; not 0 if the pool is private to the driver.
     */
    long getKernelVendorKey();

    /**
     * Returns the number of DMA blocks that each handle can map; see {@link FrmrKey#dmaBlocks()}.
     *
     * @return the number of DMA blocks, 0 or more.
     */
    long getDmaBlocks();

    /**
     * Returns the number of queued handles; see {@link FrmrPool#queued()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getQueued();

    /**
     * Returns the number of handles in use; see {@link FrmrPool#inUse()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getInUse();

    /**
     * Returns the peak number of handles in use; see {@link FrmrPool#maxInUse()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getMaxInUse();

    /**
     * Returns the minimum number of handles; see {@link FrmrPool#pinned()}.
     *
     * @return the number of handles, 0 or more.
     */
    int getPinned();
}
