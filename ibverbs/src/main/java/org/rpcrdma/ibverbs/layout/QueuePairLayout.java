// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of the attributes with which a queue pair is created or modified.
 *
 * <pre>{@code
 * struct ibv_qp_init_attr {               struct ibv_qp_attr {
 *     void *qp_context;       0               enum ibv_qp_state qp_state;         0
 *     struct ibv_cq *send_cq; 8               enum ibv_qp_state cur_qp_state;     4
 *     struct ibv_cq *recv_cq; 16              enum ibv_mtu path_mtu;              8
 *     struct ibv_srq *srq;    24              enum ibv_mig_state path_mig_state;  12
 *     struct ibv_qp_cap {     32              uint32_t qkey;                      16
 *         max_send_wr;        32              uint32_t rq_psn;                    20
 *         max_recv_wr;        36              uint32_t sq_psn;                    24
 *         max_send_sge;       40              uint32_t dest_qp_num;               28
 *         max_recv_sge;       44              unsigned int qp_access_flags;       32
 *         max_inline_data;    48              struct ibv_qp_cap cap;              36
 *     } cap;                                  struct ibv_ah_attr ah_attr;         56
 *     enum ibv_qp_type;       52              struct ibv_ah_attr alt_ah_attr;     88
 *     int sq_sig_all;         56              uint16_t pkey_index;                120
 * };                                          uint16_t alt_pkey_index;            122
 *                                             uint8_t en_sqd_async_notify;        124
 *                                             uint8_t sq_draining;                125
 *                                             uint8_t max_rd_atomic;              126
 *                                             uint8_t max_dest_rd_atomic;         127
 *                                             uint8_t min_rnr_timer;              128
 *                                             uint8_t port_num;                   129
 *                                             uint8_t timeout;                    130
 *                                             uint8_t retry_cnt;                  131
 *                                             uint8_t rnr_retry;                  132
 *                                             ...
 *                                         };
 * }</pre>
 */
public final class QueuePairLayout {
    public static final long SIZE = 144;
    public static final long STATE = 0;
    public static final long CURRENT_STATE = 4;
    public static final long PATH_MTU = 8;
    public static final long QKEY = 16;
    public static final long RQ_PSN = 20;
    public static final long SQ_PSN = 24;
    public static final long DEST_QP_NUM = 28;
    public static final long ACCESS = 32;
    public static final long ADDRESS = 56;
    public static final long PKEY_INDEX = 120;
    public static final long EN_SQD_NOTIFY = 124;
    public static final long MAX_RD_ATOMIC = 126;
    public static final long MAX_DEST_RD_ATOMIC = 127;
    public static final long MIN_RNR_TIMER = 128;
    public static final long PORT = 129;
    public static final long TIMEOUT = 130;
    public static final long RETRY_COUNT = 131;
    public static final long RNR_RETRY = 132;
    public static final long INIT_SIZE = 64;
    public static final long INIT_SEND_CQ = 8;
    public static final long INIT_RECV_CQ = 16;
    public static final long INIT_SRQ = 24;
    public static final long INIT_MAX_SEND_WR = 32;
    public static final long INIT_MAX_RECV_WR = 36;
    public static final long INIT_MAX_SEND_SGE = 40;
    public static final long INIT_MAX_RECV_SGE = 44;
    public static final long INIT_MAX_INLINE = 48;
    public static final long INIT_TYPE = 52;
    public static final long INIT_SIG_ALL = 56;

    private QueuePairLayout() {}
}
