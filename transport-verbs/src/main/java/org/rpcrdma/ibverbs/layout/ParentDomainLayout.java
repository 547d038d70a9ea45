/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.layout;

/**
 * What a parent domain is allocated with.
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
