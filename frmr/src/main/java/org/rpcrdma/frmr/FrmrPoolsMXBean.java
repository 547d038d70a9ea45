// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.List;

/**
 * The JMX interface to one device's FRMR pools, like {@code rdma resource show/set frmr_pools} for the kernel's pools.
 * {@link FrmrAdministration} registers it as {@code org.rpcrdma:type=FrmrPools,device=NAME}.
 *
 * <p>Errors are reported as exceptions whose classes every JMX client has, with the errno at the beginning of the
 * message: {@link IllegalArgumentException} for EINVAL, {@link UnsupportedOperationException} for EOPNOTSUPP, and
 * {@link IllegalStateException} for other errors, for example ENOMEM. After EINVAL and EOPNOTSUPP, nothing has changed.
 */
public interface FrmrPoolsMXBean {
    /**
     * Returns the device's name.
     *
     * @return the name.
     */
    String getDevice();

    /**
     * Returns the device's index among this JVM's devices with visible pools.
     *
     * @return the index, 0 or more.
     */
    int getDeviceIndex();

    /**
     * Returns all pools, including pools that are private to the driver, whose kernel vendor key is not 0.
     *
     * @return the pools in descending order of keys.
     */
    List<FrmrPoolStatus> getPools();

    /**
     * Returns the ageing period.
     *
     * @return the period in seconds, at least 1.
     */
    int getAgingPeriod();

    /**
     * Sets the ageing period and reschedules the next pass of every pool; see {@link FrmrPools#setAgingPeriod(int)}.
     *
     * @param seconds the period, at least 1.
     */
    void setAgingPeriod(int seconds);

    /**
     * Sets the minimum number of handles in a pool; see {@link FrmrPools#setPinned(FrmrKey, int)}. The parameters are
     * the pool's key, with a kernel vendor key of 0.
     *
     * @param ats         true if the handles use address translation services.
     * @param accessFlags the access flags; see {@link FrmrKey#accessFlags()}.
     * @param vendorKey   the vendor key; see {@link FrmrKey#vendorKey()}.
     * @param dmaBlocks   the number of DMA blocks; see {@link FrmrKey#dmaBlocks()}.
     * @param count       the minimum number of handles, including handles in use; 0 unpins.
     */
    void setPinned(boolean ats, int accessFlags, long vendorKey, long dmaBlocks, int count);
}
