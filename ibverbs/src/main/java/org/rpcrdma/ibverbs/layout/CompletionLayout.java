// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of a work completion.
 *
 * <pre>{@code
 * struct ibv_wc {
 *     uint64_t wr_id;                     0
 *     enum ibv_wc_status status;          8
 *     enum ibv_wc_opcode opcode;          12
 *     uint32_t vendor_err;                16
 *     uint32_t byte_len;                  20
 *     __be32 imm_data / invalidated_rkey; 24
 *     uint32_t qp_num;                    28
 *     uint32_t src_qp;                    32
 *     unsigned int wc_flags;              36
 *     uint16_t pkey_index;                40
 *     uint16_t slid;                      42
 *     uint8_t sl;                         44
 *     uint8_t dlid_path_bits;             45
 * };
 * }</pre>
 */
public final class CompletionLayout {
    public static final long SIZE = 48;
    public static final long WR_ID = 0;
    public static final long STATUS = 8;
    public static final long OPCODE = 12;
    public static final long BYTE_LEN = 20;
    public static final long IMM_OR_KEY = 24;
    public static final long QP_NUM = 28;
    public static final long SRC_QP = 32;
    public static final long FLAGS = 36;

    /**
     * The kernel's value for the flag of a message that invalidated a key. Soft-RoCE reports this value instead of the
     * library's value.
     */
    public static final int KERNEL_WITH_INVALIDATE = 1 << 2;

    private CompletionLayout() {}
}
