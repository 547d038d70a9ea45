// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import org.rpcrdma.frmr.FrmrPoolStatus;

/** A pool's status with fixed values; the components have the getters' names, so that the accessors are the getters. */
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
