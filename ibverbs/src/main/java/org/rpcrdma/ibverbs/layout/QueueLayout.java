// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of queues, with the fields that this package reads.
 *
 * <pre>{@code
 * struct ibv_cq {                     struct ibv_qp {                     struct ibv_srq {
 *     context             0               context             0               context         0
 *     channel             8               qp_context          8               srq_context     8
 *     cq_context          16              pd                  16              pd              16
 *     uint32_t handle     24              send_cq             24              ...
 *     int cqe             28              recv_cq             32          };
 *     ...                                 srq                 40
 * };                                      uint32_t handle     48
 *                                         uint32_t qp_num     52
 *                                         ...
 *                                     };
 * }</pre>
 */
public final class QueueLayout {
    public static final long CQ_CQE = 28;
    public static final long QP_NUM = 52;

    private QueueLayout() {}
}
