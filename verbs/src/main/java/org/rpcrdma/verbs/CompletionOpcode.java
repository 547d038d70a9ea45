// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The operation of a completed work request (the values of {@code enum ibv_wc_opcode}). */
public final class CompletionOpcode {
    /** The peer received a SEND, with or without invalidation. */
    public static final int SEND = 0;

    /** An RDMA WRITE reached the peer's memory. */
    public static final int RDMA_WRITE = 1;

    /** The data of an RDMA READ is in local memory. */
    public static final int RDMA_READ = 2;

    /** An atomic compare and swap completed; the previous value is in local memory. */
    public static final int COMP_SWAP = 3;

    /** An atomic fetch and add completed; the previous value is in local memory. */
    public static final int FETCH_ADD = 4;

    /** A memory window was bound. */
    public static final int BIND_MW = 5;

    /** A local invalidation completed. */
    public static final int LOCAL_INV = 6;

    /** The peer's memory was flushed. */
    public static final int FLUSH = 8;

    /** An atomic write reached the peer's memory. */
    public static final int ATOMIC_WRITE = 9;

    /** A fast registration completed ({@code IB_WC_REG_MR} in the kernel's verbs). */
    public static final int REG_MR = 10;

    /** A message arrived in a Receive's buffers. */
    public static final int RECV = 1 << 7;

    /** An RDMA WRITE with immediate data consumed a Receive. */
    public static final int RECV_RDMA_WITH_IMM = RECV + 1;

    /** An indirect memory key was configured ({@code MLX5DV_WC_UMR}). */
    public static final int UMR = RECV + 7;

    private CompletionOpcode() {}

    /**
     * Returns true if a completion reports a Receive.
     *
     * @param opcode the completion's opcode.
     * @return false for a send work request. Testing the bit {@link #RECV} is not enough, because this bit is also set
     *     in the opcodes of device-specific requests.
     */
    public static boolean isReceive(final int opcode) {
        return opcode == RECV || opcode == RECV_RDMA_WITH_IMM;
    }
}
