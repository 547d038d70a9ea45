// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of a device in the list of devices.
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

    /** {@code IBV_TRANSPORT_IB}, which includes RoCE. */
    public static final int TRANSPORT_INFINIBAND = 0;

    /** {@code IBV_TRANSPORT_IWARP}. */
    public static final int TRANSPORT_IWARP = 1;

    private DeviceLayout() {}
}
