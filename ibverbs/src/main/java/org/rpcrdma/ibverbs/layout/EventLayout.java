// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of the event loop's descriptors and events.
 *
 * <pre>{@code
 * struct ibv_comp_channel {           struct ibv_async_event {
 *     struct ibv_context *context; 0      union { struct ibv_cq *cq; struct ibv_qp *qp; struct ibv_srq *srq;
 *     int fd;                      8              int port_num; } element;     0
 *     ...                                 enum ibv_event_type event_type;      8
 * };                                  };
 * struct rdma_event_channel {         struct pollfd {                 struct timespec {
 *     int fd;                      0      int fd;             0           time_t tv_sec;  0
 * };                                      short events;       4           long tv_nsec;   8
 *                                         short revents;      6       };
 *                                     };
 * }</pre>
 */
public final class EventLayout {
    public static final long COMPLETION_FD = 8;
    public static final long ASYNC_SIZE = 16;
    public static final long ASYNC_ELEMENT = 0;
    public static final long ASYNC_TYPE = 8;
    public static final long CM_FD = 0;
    public static final long POLL_SIZE = 8;
    public static final long POLL_FD = 0;
    public static final long POLL_EVENTS = 4;
    public static final long POLL_READY = 6;
    public static final long TIME_SIZE = 16;
    public static final long TIME_SECONDS = 0;
    public static final long TIME_NANOS = 8;

    public static final short POLLIN = 1;

    private EventLayout() {}
}
