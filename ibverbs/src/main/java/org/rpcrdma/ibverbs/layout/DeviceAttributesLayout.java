// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of a device's attributes.
 *
 * <pre>{@code
 * struct ibv_device_attr {
 *     char fw_ver[64];            0
 *     __be64 node_guid;           64
 *     __be64 sys_image_guid;      72
 *     uint64_t max_mr_size;       80
 *     uint64_t page_size_cap;     88
 *     uint32_t vendor_id;         96
 *     uint32_t vendor_part_id;    100
 *     uint32_t hw_ver;            104
 *     int max_qp;                 108
 *     int max_qp_wr;              112
 *     unsigned device_cap_flags;  116
 *     int max_sge;                120
 *     int max_sge_rd;             124
 *     int max_cq;                 128
 *     int max_cqe;                132
 *     int max_mr;                 136
 *     int max_pd;                 140
 *     int max_qp_rd_atom;         144
 *     int max_ee_rd_atom;         148
 *     int max_res_rd_atom;        152
 *     int max_qp_init_rd_atom;    156
 *     int max_ee_init_rd_atom;    160
 *     enum ibv_atomic_cap;        164
 *     int max_ee;                 168
 *     int max_rdd;                172
 *     int max_mw;                 176
 *     ...
 *     int max_srq;                212
 *     int max_srq_wr;             216
 *     int max_srq_sge;            220
 *     uint16_t max_pkeys;         224
 *     uint8_t local_ca_ack_delay; 226
 *     uint8_t phys_port_cnt;      227
 * };
 * struct ibv_device_attr_ex {
 *     struct ibv_device_attr orig_attr;   0
 *     uint32_t comp_mask;                 232
 *     struct ibv_odp_caps {               240
 *         uint64_t general_caps;          240
 *         uint32_t rc_odp_caps;           248
 *         uint32_t uc_odp_caps;           252
 *         uint32_t ud_odp_caps;           256
 *     } odp_caps;
 *     uint64_t completion_timestamp_mask; 264
 *     uint64_t hca_core_clock;            272
 *     uint64_t device_cap_flags_ex;       280
 *     ...
 *     uint64_t max_dm_size;               376
 * };
 * }</pre>
 */
public final class DeviceAttributesLayout {
    public static final long SIZE = 232;
    public static final long VENDOR_ID = 96;
    public static final long MAX_QP_WR = 112;
    public static final long CAP_FLAGS = 116;
    public static final long MAX_SGE = 120;
    public static final long MAX_CQE = 132;
    public static final long MAX_QP_RD_ATOM = 144;
    public static final long MAX_QP_INIT_RD_ATOM = 156;
    public static final long ATOMIC_CAP = 164;
    public static final long MAX_SRQ = 212;
    public static final long MAX_SRQ_WR = 216;
    public static final long PHYS_PORT_CNT = 227;
    public static final long SIZE_EXTENDED = 400;
    public static final long ODP_GENERAL = 240;
    public static final long ODP_RC = 248;
    public static final long ODP_UC = 252;
    public static final long ODP_UD = 256;
    public static final long CAP_FLAGS_EX = 280;

    public static final int CAP_SRQ_RESIZE = 1 << 13;
    public static final int CAP_MEM_WINDOW = 1 << 17;
    public static final int CAP_MEM_MGT_EXTENSIONS = 1 << 21;
    public static final int CAP_MEM_WINDOW_TYPE_2B = 1 << 24;

    /**
     * The extended flags for the two types of flush. One type makes the data visible to all observers, and the other
     * makes it survive a power loss.
     */
    public static final long CAP_FLUSH = 1L << 38 | 1L << 39;

    public static final long CAP_ATOMIC_WRITE = 1L << 40;

    /** The vendor ID of rdma_rxe. */
    public static final int VENDOR_SOFT_ROCE = 0xffffff;

    /** The vendor ID of mlx4 and mlx5 devices. */
    public static final int VENDOR_MELLANOX = 0x02c9;

    private DeviceAttributesLayout() {}
}
