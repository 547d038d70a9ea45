// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import org.rpcrdma.frmr.FrmrPoolStatus;

/**
 * A pool status with fixed values. The components are named like the getters, so that the accessors implement the
 * getters.
 */
public record KnownStatus(
        boolean isAts,
        int getAccessFlags,
        long getVendorKey,
        long getKernelVendorKey,
        long getDmaBlocks,
        int getQueued,
        int getInUse,
        int getMaxInUse,
        int getPinned)
        implements FrmrPoolStatus {}
