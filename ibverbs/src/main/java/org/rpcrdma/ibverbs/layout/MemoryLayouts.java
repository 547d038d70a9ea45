// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Layouts of regions, windows and the binding of a type 1 window.
 *
 * <pre>{@code
 * struct ibv_mr {                     struct ibv_mw {
 *     context             0               context             0
 *     pd                  8               pd                  8
 *     void *addr          16              uint32_t rkey       16
 *     size_t length       24              uint32_t handle     20
 *     uint32_t handle     32              enum type           24
 *     uint32_t lkey       36          };
 *     uint32_t rkey       40
 * };
 * struct ibv_mw_bind {
 *     uint64_t wr_id                      0
 *     unsigned send_flags                 8
 *     struct ibv_mw_bind_info {           16
 *         struct ibv_mr *mr               16
 *         uint64_t addr                   24
 *         uint64_t length                 32
 *         unsigned mw_access_flags        40
 *     } bind_info;
 * };
 * }</pre>
 */
public final class MemoryLayouts {
    public static final long MR_CONTEXT = 0;
    public static final long MR_HANDLE = 32;
    public static final long MR_LKEY = 36;
    public static final long MR_RKEY = 40;
    /**
     * The size of a region, including the library's private fields. If these fields are 0, the region consists of
     * ordinary memory.
     */
    public static final long MR_ROOM = 128;

    public static final long MW_RKEY = 16;
    public static final long BIND_SIZE = 48;
    public static final long BIND_WR_ID = 0;
    public static final long BIND_FLAGS = 8;
    public static final long BIND_MR = 16;
    public static final long BIND_ADDRESS = 24;
    public static final long BIND_LENGTH = 32;
    public static final long BIND_ACCESS = 40;

    private MemoryLayouts() {}
}
