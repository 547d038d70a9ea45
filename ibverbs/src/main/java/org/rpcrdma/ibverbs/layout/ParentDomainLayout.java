// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Lays out the attributes that allocate a parent domain.
 *
 * <pre>{@code
 * struct ibv_parent_domain_init_attr {
 *     struct ibv_pd *pd;                                                              0
 *     struct ibv_td *td;                                                              8
 *     uint32_t comp_mask;                                                             16
 *     void *(*alloc)(pd, void *pd_context, size_t size, size_t alignment, uint64_t);  24
 *     void (*free)(pd, void *pd_context, void *ptr, uint64_t resource_type);          32
 *     void *pd_context;                                                               40
 * };
 * }</pre>
 */
public final class ParentDomainLayout {
    public static final long SIZE = 48;
    public static final long PD = 0;
    public static final long COMP_MASK = 16;
    public static final long ALLOC = 24;
    public static final long FREE = 32;

    public static final int MASK_ALLOCATORS = 1;

    private ParentDomainLayout() {}
}
