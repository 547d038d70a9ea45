// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import org.rpcrdma.ibverbs.layout.ContextLayout;

/**
 * Functions of a device that drivers and versions of the library lack: they stand below the context, as far down as its
 * size says. If one is not there, calling it fails with EOPNOTSUPP.
 */
public final class OptionalOps {
    /** {@code struct ibv_mr *alloc_null_mr(pd)}. */
    public final NativeFunction allocateNullRegion;

    /** {@code struct ibv_dm *alloc_dm(context, attributes)}. */
    public final NativeFunction allocateDeviceMemory;

    /** {@code int free_dm(dm)}. */
    public final NativeFunction freeDeviceMemory;

    /** {@code struct ibv_mr *reg_dm_mr(pd, dm, offset, length, access)}. */
    public final NativeFunction registerDeviceMemory;

    /** {@code struct ibv_pd *alloc_parent_domain(context, attributes)}. */
    public final NativeFunction allocateParentDomain;

    /** {@code struct ibv_xrcd *open_xrcd(context, attributes)}. */
    public final NativeFunction openXrcDomain;

    /** {@code int close_xrcd(xrcd)}. */
    public final NativeFunction closeXrcDomain;

    /** {@code struct ibv_srq *create_srq_ex(context, attributes)}. */
    public final NativeFunction createSharedReceiveQueue;

    /** {@code int get_srq_num(srq, uint32_t *number)}. */
    public final NativeFunction sharedReceiveQueueNumber;

    OptionalOps(final long context) {
        allocateNullRegion = function(context, ContextLayout.ALLOC_NULL_MR, "ibv_alloc_null_mr", 1);
        allocateDeviceMemory = function(context, ContextLayout.ALLOC_DM, "ibv_alloc_dm", 2);
        freeDeviceMemory = function(context, ContextLayout.FREE_DM, "ibv_free_dm", 1);
        registerDeviceMemory = function(context, ContextLayout.REG_DM_MR, "ibv_reg_dm_mr", 5);
        allocateParentDomain = function(context, ContextLayout.ALLOC_PARENT_DOMAIN, "ibv_alloc_parent_domain", 2);
        openXrcDomain = function(context, ContextLayout.OPEN_XRCD, "ibv_open_xrcd", 2);
        closeXrcDomain = function(context, ContextLayout.CLOSE_XRCD, "ibv_close_xrcd", 1);
        createSharedReceiveQueue = function(context, ContextLayout.CREATE_SRQ_EX, "ibv_create_srq_ex", 2)
                .lockingMemory();
        sharedReceiveQueueNumber = function(context, ContextLayout.GET_SRQ_NUM, "ibv_get_srq_num", 2);
    }

    private static NativeFunction function(
            final long context, final long offset, final String name, final int parameters) {
        return IbvOps.extended(context, offset, name, parameters).orElseGet(() -> NativeFunction.missing(name));
    }
}
