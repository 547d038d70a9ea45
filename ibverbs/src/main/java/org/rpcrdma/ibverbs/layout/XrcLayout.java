// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.layout;

/**
 * Lays out what extended reliable connections (XRC) need beyond others.
 *
 * <pre>{@code
 * struct ibv_xrcd_init_attr {             struct ibv_srq_init_attr_ex {
 *     uint32_t comp_mask;     0               void *srq_context;          0
 *     int fd;                 4               struct ibv_srq_attr attr;   8
 *     int oflags;             8               uint32_t comp_mask;         20
 * };                                          enum ibv_srq_type;          24
 *                                             struct ibv_pd *pd;          32
 *                                             struct ibv_xrcd *xrcd;      40
 *                                             struct ibv_cq *cq;          48
 *                                             struct ibv_tm_cap tm_cap;   56
 *                                         };
 * }</pre>
 */
public final class XrcLayout {
    public static final long DOMAIN_SIZE = 12;
    public static final long DOMAIN_COMP_MASK = 0;
    public static final long DOMAIN_FD = 4;
    public static final long DOMAIN_FLAGS = 8;
    public static final long SRQ_SIZE = 64;
    public static final long SRQ_COMP_MASK = 20;
    public static final long SRQ_TYPE = 24;
    public static final long SRQ_PD = 32;
    public static final long SRQ_XRCD = 40;
    public static final long SRQ_CQ = 48;

    public static final int DOMAIN_MASK_FD_AND_FLAGS = 1 | 1 << 1;
    public static final int NO_FILE = -1;
    public static final int O_CREAT = 0x40;

    /** Of {@code comp_mask}: type, domain, XRC domain and completion queue are there. */
    public static final int SRQ_MASK = 1 | 1 << 1 | 1 << 2 | 1 << 3;

    public static final int SRQ_TYPE_XRC = 1;

    private XrcLayout() {}
}
