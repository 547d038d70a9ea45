/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.layout;

/**
 * What the event loop waits for.
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
