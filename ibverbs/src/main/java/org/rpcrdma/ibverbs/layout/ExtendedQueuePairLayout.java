// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of a queue pair whose functions post a chain of sends atomically ({@code ibv_wr_start(3)}), and of its
 * creation attributes, which add fields to {@code struct ibv_qp_init_attr}.
 *
 * <pre>{@code
 * struct ibv_qp_ex {
 *     struct ibv_qp qp_base;                                                            0
 *     uint64_t comp_mask;                                                               160
 *     uint64_t wr_id;                                                                   168
 *     unsigned int wr_flags;                                                            176
 *     void (*wr_atomic_cmp_swp)(qp, u32 rkey, u64 remote_addr, u64 compare, u64 swap);  184
 *     void (*wr_atomic_fetch_add)(qp, u32 rkey, u64 remote_addr, u64 add);              192
 *     void (*wr_bind_mw)(qp, mw, u32 rkey, const struct ibv_mw_bind_info *);            200
 *     void (*wr_local_inv)(qp, u32 invalidate_rkey);                                    208
 *     void (*wr_rdma_read)(qp, u32 rkey, u64 remote_addr);                              216
 *     void (*wr_rdma_write)(qp, u32 rkey, u64 remote_addr);                             224
 *     void (*wr_rdma_write_imm)(qp, u32 rkey, u64 remote_addr, __be32 imm_data);        232
 *     void (*wr_send)(qp);                                                              240
 *     void (*wr_send_imm)(qp, __be32 imm_data);                                         248
 *     void (*wr_send_inv)(qp, u32 invalidate_rkey);                                     256
 *     void (*wr_send_tso)(...);                                                         264
 *     void (*wr_set_ud_addr)(qp, ah, u32 remote_qpn, u32 remote_qkey);                  272
 *     void (*wr_set_inline_data)(qp, void *addr, size_t length);                        288
 *     void (*wr_set_inline_data_list)(...);                                             296
 *     void (*wr_set_sge)(...);                                                          304
 *     void (*wr_set_sge_list)(qp, size_t num_sge, const struct ibv_sge *);              312
 *     void (*wr_start)(qp);                                                             320
 *     int (*wr_complete)(qp);                                                           328
 *     void (*wr_abort)(qp);                                                             336
 *     void (*wr_atomic_write)(qp, u32 rkey, u64 remote_addr, const void *value);        344, from rdma-core 46 on
 *     void (*wr_flush)(qp, u32 rkey, u64 remote_addr, size_t, u8 type, u8 level);       352, from rdma-core 46 on
 *     ...
 * };
 *
 * struct ibv_qp_init_attr_ex {
 *     ...                                      0
 *     uint32_t comp_mask;                      60
 *     struct ibv_pd *pd;                       64
 *     uint32_t create_flags;                   80
 *     uint16_t max_tso_header;                 84
 *     rwq_ind_tbl                              88
 *     rx_hash_conf                             96
 *     uint32_t source_qpn;                     120
 *     uint64_t send_ops_flags;                 128
 * };
 * }</pre>
 */
public final class ExtendedQueuePairLayout {
    public static final long WR_ID = 168;
    public static final long WR_FLAGS = 176;
    public static final long ATOMIC_CMP_SWP = 184;
    public static final long ATOMIC_FETCH_ADD = 192;
    public static final long BIND_MW = 200;
    public static final long LOCAL_INV = 208;
    public static final long RDMA_READ = 216;
    public static final long RDMA_WRITE = 224;
    public static final long RDMA_WRITE_IMM = 232;
    public static final long SEND = 240;
    public static final long SEND_IMM = 248;
    public static final long SEND_INV = 256;
    public static final long SET_UD_ADDR = 272;
    public static final long SET_INLINE_DATA = 288;
    public static final long SET_SGE_LIST = 312;
    public static final long START = 320;
    public static final long COMPLETE = 328;
    public static final long ABORT = 336;
    public static final long ATOMIC_WRITE = 344;
    public static final long FLUSH = 352;

    public static final long INIT_SIZE = 136;
    public static final long INIT_COMP_MASK = 60;
    public static final long INIT_PD = 64;
    public static final long INIT_SEND_OPS = 128;

    /** The bits of {@code comp_mask} that declare the domain and the operations as set. */
    public static final int MASK_PD = 1;

    public static final int MASK_SEND_OPS = 1 << 6;

    private ExtendedQueuePairLayout() {}
}
