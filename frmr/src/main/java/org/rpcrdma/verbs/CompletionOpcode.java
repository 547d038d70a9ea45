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
package org.rpcrdma.verbs;

/** What a completed work request was (the values of {@code enum ibv_wc_opcode}). */
public final class CompletionOpcode {
    /** A SEND, with or without invalidation, was delivered. */
    public static final int SEND = 0;

    /** An RDMA WRITE is in the peer's memory. */
    public static final int RDMA_WRITE = 1;

    /** An RDMA READ is in local memory. */
    public static final int RDMA_READ = 2;

    /** A local invalidation is done. */
    public static final int LOCAL_INV = 6;

    /** A fast registration is done ({@code IB_WC_REG_MR} of the kernel's verbs). */
    public static final int REG_MR = 8;

    /** A message arrived in a Receive's buffers. Opcodes from here on belong to Receives. */
    public static final int RECV = 1 << 7;

    private CompletionOpcode() {}
}
