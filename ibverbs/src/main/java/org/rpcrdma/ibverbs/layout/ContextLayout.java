// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of an open device, which contains the driver's function table. The extension grows towards lower addresses.
 *
 * <pre>{@code
 * struct verbs_context {                  relative to context
 *     ...
 *     int (*advise_mr)(...);              -312
 *     int (*query_device_ex)(...);        -104
 *     ... *(*create_qp_ex)(...);          -56
 *     ...
 *     size_t sz;                          -8    bytes of the whole
 *     struct ibv_context context;         0
 * };
 * struct ibv_context {
 *     struct ibv_device *device;          0
 *     struct ibv_context_ops {            8
 *         void *(*_compat[7])(void);
 *         struct ibv_mw *(*alloc_mw)(struct ibv_pd *pd, enum ibv_mw_type type);                          64
 *         int (*bind_mw)(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *mw_bind);             72
 *         int (*dealloc_mw)(struct ibv_mw *mw);                                                          80
 *         void *(*_compat_create_cq)(void);
 *         int (*poll_cq)(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc);                         96
 *         int (*req_notify_cq)(struct ibv_cq *cq, int solicited_only);                                   104
 *         ...
 *         int (*post_srq_recv)(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);   168
 *         ...
 *         int (*post_send)(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);      208
 *         int (*post_recv)(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr);      216
 *         ...
 *     } ops;
 *     int cmd_fd;                         264
 *     int async_fd;                       268
 *     int num_comp_vectors;               272
 *     pthread_mutex_t mutex;              280
 *     void *abi_compat;                   320   all ones if a verbs_context surrounds it
 * };
 * }</pre>
 */
public final class ContextLayout {
    public static final long SIZE = 328;
    public static final long DEVICE = 0;
    public static final long ALLOC_MW = 64;
    public static final long BIND_MW = 72;
    public static final long DEALLOC_MW = 80;
    public static final long POLL_CQ = 96;
    public static final long REQ_NOTIFY_CQ = 104;
    public static final long POST_SRQ_RECV = 168;
    public static final long POST_SEND = 208;
    public static final long POST_RECV = 216;
    public static final long ASYNC_FD = 268;
    public static final long NUM_COMP_VECTORS = 272;
    public static final long ABI_COMPAT = 320;
    public static final long VERBS_SIZE = -8;
    public static final long CREATE_QP_EX = -56;
    public static final long QUERY_DEVICE_EX = -104;
    public static final long ADVISE_MR = -312;

    private ContextLayout() {}
}
