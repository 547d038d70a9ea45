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
 * What a shared receive queue is created with, and what it is changed by.
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
    public static final long ATTR = 8;
    public static final long ATTR_SIZE = 16;
    public static final long MAX_WR = 0;
    public static final long MAX_SGE = 4;
    public static final long LIMIT = 8;

    private SharedReceiveLayout() {}
}
