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
 * A device that can be opened.
 *
 * <pre>{@code
 * struct ibv_device {
 *     struct _ibv_device_ops _ops;            0
 *     enum ibv_node_type node_type;           16
 *     enum ibv_transport_type transport_type; 20
 *     char name[64];                          24    as rdma link shows it
 *     char dev_name[64];                      88    of its node in /dev/infiniband
 *     ...
 * };
 * }</pre>
 */
public final class DeviceLayout {
    public static final long TRANSPORT_TYPE = 20;
    public static final long DEV_NAME = 88;

    /** {@code IBV_TRANSPORT_IB}, which RoCE is too. */
    public static final int TRANSPORT_INFINIBAND = 0;

    /** {@code IBV_TRANSPORT_IWARP}. */
    public static final int TRANSPORT_IWARP = 1;

    private DeviceLayout() {}
}
