// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of the route to a peer's port.
 *
 * <pre>{@code
 * struct ibv_ah_attr {
 *     struct ibv_global_route {       0
 *         union ibv_gid dgid;         0    big-endian
 *         uint32_t flow_label;        16
 *         uint8_t sgid_index;         20
 *         uint8_t hop_limit;          21
 *         uint8_t traffic_class;      22
 *     } grh;
 *     uint16_t dlid;                  24
 *     uint8_t sl;                     26
 *     uint8_t src_path_bits;          27
 *     uint8_t static_rate;            28
 *     uint8_t is_global;              29
 *     uint8_t port_num;               30
 * };
 * }</pre>
 */
public final class AddressLayout {
    public static final long SIZE = 32;
    public static final long DGID = 0;
    public static final long SGID_INDEX = 20;
    public static final long HOP_LIMIT = 21;
    public static final long DLID = 24;
    public static final long IS_GLOBAL = 29;
    public static final long PORT = 30;

    private AddressLayout() {}
}
