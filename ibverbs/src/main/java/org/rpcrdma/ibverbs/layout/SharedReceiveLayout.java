// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of the attributes with which a shared receive queue is created or modified.
 *
 * <pre>{@code
 * struct ibv_srq_init_attr {              struct ibv_srq_attr {
 *     void *srq_context;          0           uint32_t max_wr;        0
 *     struct ibv_srq_attr attr;   8           uint32_t max_sge;       4
 * };                                          uint32_t srq_limit;     8
 *                                         };
 * }</pre>
 */
public final class SharedReceiveLayout {
    public static final long SIZE = 24;
    public static final long ATTR = 8;
    public static final long ATTR_SIZE = 16;
    public static final long MAX_WR = 0;
    public static final long MAX_SGE = 4;
    public static final long LIMIT = 8;

    private SharedReceiveLayout() {}
}
