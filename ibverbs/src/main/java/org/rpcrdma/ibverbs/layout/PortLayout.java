// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layout of a port's attributes. In later library versions, the structure is longer than the part that the exported
 * {@code ibv_query_port} fills.
 *
 * <pre>{@code
 * struct ibv_port_attr {
 *     enum ibv_port_state state;  0
 *     ...
 *     uint16_t lid;               34
 *     ...
 *     uint8_t link_layer;         46
 *     uint8_t flags;              47
 *     ...
 * };
 * }</pre>
 */
public final class PortLayout {
    public static final long SIZE = 64;
    public static final long LID = 34;
    public static final long LINK_LAYER = 46;

    /** {@code IBV_LINK_LAYER_INFINIBAND}. */
    public static final byte INFINIBAND = 1;

    private PortLayout() {}
}
