// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of a send work request.
 *
 * <pre>{@code
 * struct ibv_send_wr {
 *     uint64_t wr_id;                     0
 *     struct ibv_send_wr *next;           8
 *     struct ibv_sge *sg_list;            16
 *     int num_sge;                        24
 *     enum ibv_wr_opcode opcode;          28
 *     unsigned int send_flags;            32
 *     __be32 imm_data / invalidate_rkey;  36
 *     union {
 *         struct { uint64_t remote_addr; uint32_t rkey; } rdma;                                       40, 48
 *         struct { uint64_t remote_addr; uint64_t compare_add; uint64_t swap; uint32_t rkey; } atomic; 40, 48, 56, 64
 *         struct { struct ibv_ah *ah; uint32_t remote_qpn; uint32_t remote_qkey; } ud;                 40, 48, 52
 *     } wr;
 *     struct {                            80
 *         struct ibv_mw *mw;              80
 *         uint32_t rkey;                  88
 *         struct ibv_mw_bind_info {       96
 *             struct ibv_mr *mr;          96
 *             uint64_t addr;              104
 *             uint64_t length;            112
 *             unsigned mw_access_flags;   120
 *         } bind_info;
 *     } bind_mw;
 * };
 * }</pre>
 *
 * <p>Some requests can be posted only by calling functions of libibverbs. They are staged in the same way, but with
 * fields that this module defines in place of {@code wr}. These requests are never passed to the driver in this form:
 *
 * <pre>{@code
 *         struct { uint64_t remote_addr; uint32_t rkey; uint64_t value; } atomic_write;                   40, 48, 56
 *         struct { uint64_t remote_addr; uint32_t rkey; uint64_t length; uint32_t type; uint32_t level; } flush;
 *                                                                             40, 48, 56, 64, 68
 * }</pre>
 */
public final class SendLayout {
    public static final long SIZE = 128;
    public static final long OPCODE = 28;
    public static final long FLAGS = 32;
    public static final long IMM_OR_KEY = 36;
    public static final long REMOTE_ADDRESS = 40;
    public static final long RKEY = 48;
    public static final long COMPARE_ADD = 48;
    public static final long SWAP = 56;
    public static final long ATOMIC_RKEY = 64;
    public static final long ATOMIC_WRITE_VALUE = 56;
    public static final long FLUSH_LENGTH = 56;
    public static final long FLUSH_TYPE = 64;
    public static final long FLUSH_LEVEL = 68;
    public static final long UD_AH = 40;
    public static final long UD_QPN = 48;
    public static final long UD_QKEY = 52;
    public static final long MW = 80;
    public static final long MW_RKEY = 88;
    public static final long BIND_MR = 96;
    public static final long BIND_ADDRESS = 104;
    public static final long BIND_LENGTH = 112;
    public static final long BIND_ACCESS = 120;

    public static final int OP_RDMA_WRITE = 0;
    public static final int OP_RDMA_WRITE_WITH_IMM = 1;
    public static final int OP_SEND = 2;
    public static final int OP_SEND_WITH_IMM = 3;
    public static final int OP_RDMA_READ = 4;
    public static final int OP_ATOMIC_CMP_AND_SWP = 5;
    public static final int OP_ATOMIC_FETCH_AND_ADD = 6;
    public static final int OP_LOCAL_INV = 7;
    public static final int OP_BIND_MW = 8;
    public static final int OP_SEND_WITH_INV = 9;
    public static final int OP_FLUSH = 14;
    public static final int OP_ATOMIC_WRITE = 15;

    /** Values of {@code enum ibv_selectivity_level}: a range, or the entire region. */
    public static final int LEVEL_RANGE = 0;

    public static final int LEVEL_REGION = 1;

    private SendLayout() {}
}
