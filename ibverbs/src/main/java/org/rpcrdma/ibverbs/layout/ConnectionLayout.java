// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of librdmacm's connections and their events.
 *
 * <pre>{@code
 * struct rdma_cm_id {                         struct rdma_cm_event {
 *     struct ibv_context *verbs;      0           struct rdma_cm_id *id;              0
 *     struct rdma_event_channel *;    8           struct rdma_cm_id *listen_id;       8
 *     void *context;                  16          enum rdma_cm_event_type event;      16
 *     struct ibv_qp *qp;              24          int status;                         20
 *     struct rdma_route {             32          union { struct rdma_conn_param conn; } param;  24
 *         sockaddr_storage src_addr;  32          ...
 *         sockaddr_storage dst_addr;  160     };
 *         ...
 *     } route;
 *     ...
 * };
 * struct rdma_conn_param {
 *     const void *private_data;       0
 *     uint8_t private_data_len;       8
 *     uint8_t responder_resources;    9
 *     uint8_t initiator_depth;        10
 *     uint8_t flow_control;           11
 *     uint8_t retry_count;            12
 *     uint8_t rnr_retry_count;        13
 *     uint8_t srq;                    14
 *     uint32_t qp_num;                16
 * };
 * }</pre>
 */
public final class ConnectionLayout {
    public static final long SIZE = 24;
    public static final long ID_VERBS = 0;
    public static final long ID_CONTEXT = 16;
    public static final long ID_LOCAL = 32;
    public static final long ID_REMOTE = 160;
    public static final long EVENT_ID = 0;
    public static final long EVENT_LISTENER = 8;
    public static final long EVENT_TYPE = 16;
    public static final long EVENT_STATUS = 20;
    public static final long EVENT_PARAMETERS = 24;
    public static final long PRIVATE_DATA = 0;
    public static final long PRIVATE_DATA_LENGTH = 8;
    public static final long RESPONDER_RESOURCES = 9;
    public static final long INITIATOR_DEPTH = 10;
    public static final long FLOW_CONTROL = 11;
    public static final long RETRY_COUNT = 12;
    public static final long RNR_RETRY_COUNT = 13;
    public static final long SRQ = 14;
    public static final long QP_NUM = 16;

    public static final int ADDR_RESOLVED = 0;
    public static final int ADDR_ERROR = 1;
    public static final int ROUTE_RESOLVED = 2;
    public static final int ROUTE_ERROR = 3;
    public static final int CONNECT_REQUEST = 4;
    public static final int CONNECT_RESPONSE = 5;
    public static final int UNREACHABLE = 7;
    public static final int REJECTED = 8;
    public static final int ESTABLISHED = 9;
    public static final int DISCONNECTED = 10;
    public static final int DEVICE_REMOVAL = 11;
    public static final int ADDR_CHANGE = 14;
    public static final int TIMEWAIT_EXIT = 15;

    private ConnectionLayout() {}
}
