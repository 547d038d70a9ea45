// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.List;

/**
 * The FRMR pools of one device, for JMX, as {@code rdma resource show/set frmr_pools} shows and sets the kernel's.
 * {@link FrmrAdministration} registers it as {@code org.rpcrdma:type=FrmrPools,device=NAME}.
 *
 * <p>A refusal is an exception class that every JMX client has; its message begins with the errno:
 * {@link IllegalArgumentException} for EINVAL, {@link UnsupportedOperationException} for EOPNOTSUPP,
 * {@link IllegalStateException} for anything else, ENOMEM for example. After the first two nothing has changed.
 */
public interface FrmrPoolsMXBean {
    /**
     * Returns the device.
     *
     * @return its name.
     */
    String getDevice();

    /**
     * Returns the device's index among the devices of this JVM with visible pools.
     *
     * @return 0 or more.
     */
    int getDeviceIndex();

    /**
     * Returns the pools, those included that are the driver's own (their kernel vendor key is not 0).
     *
     * @return descending by key.
     */
    List<FrmrPoolStatus> getPools();

    /**
     * Returns the ageing period.
     *
     * @return seconds, at least 1.
     */
    int getAgingPeriod();

    /**
     * Sets the ageing period and times the next pass of every pool anew; see
     * {@link FrmrPools#setAgingPeriod(int)}.
     *
     * @param seconds at least 1.
     */
    void setAgingPeriod(int seconds);

    /**
     * Sets how many handles a pool keeps at least; see {@link FrmrPools#setPinned(FrmrKey, int)}. The pool is named
     * by its key; the kernel vendor key is the driver's and cannot be named.
     *
     * @param ats         see {@link FrmrKey#ats()}.
     * @param accessFlags see {@link FrmrKey#accessFlags()}.
     * @param vendorKey   see {@link FrmrKey#vendorKey()}.
     * @param dmaBlocks   see {@link FrmrKey#dmaBlocks()}.
     * @param count       handles, those in use included; 0 unpins.
     */
    void setPinned(boolean ats, int accessFlags, long vendorKey, long dmaBlocks, int count);
}
