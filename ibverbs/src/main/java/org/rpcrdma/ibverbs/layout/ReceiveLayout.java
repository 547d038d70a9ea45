// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of a Receive and of a scatter/gather element. Every other request starts with the fields of a Receive.
 *
 * <pre>{@code
 * struct ibv_recv_wr {                struct ibv_sge {
 *     uint64_t wr_id;         0           uint64_t addr;      0
 *     struct ibv_recv_wr *next; 8         uint32_t length;    8
 *     struct ibv_sge *sg_list;  16        uint32_t lkey;      12
 *     int num_sge;            24      };
 * };
 * }</pre>
 */
public final class ReceiveLayout {
    public static final long SIZE = 32;
    public static final long WR_ID = 0;
    public static final long NEXT = 8;
    public static final long SG_LIST = 16;
    public static final long NUM_SGE = 24;
    public static final long SGE_SIZE = 16;
    public static final long SGE_ADDRESS = 0;
    public static final long SGE_LENGTH = 8;
    public static final long SGE_LKEY = 12;

    private ReceiveLayout() {}
}
