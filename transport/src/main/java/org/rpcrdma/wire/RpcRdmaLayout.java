// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

/**
 * The offsets and sizes, in bytes, of the fields of an RPC-over-RDMA version 1 transport header (RFC 8166, section 4).
 *
 * <pre>
 *   0        4         8         12          16
 *  +--------+---------+---------+-----------+----------------------------------------------+
 *  |  xid   | version | credits | procedure | fields of the procedure, see below ...       |
 *  +--------+---------+---------+-----------+----------------------------------------------+
 *
 *  RDMA_MSG, RDMA_NOMSG    chunk lists
 *  RDMA_MSGP               alignment, threshold, chunk lists
 *  RDMA_DONE               nothing
 *  RDMA_ERROR              code; with ERR_VERS also lowest and highest version
 *
 *  chunk lists   = Read list, Write list, Reply chunk
 *  Read list     = { 1, position, handle, length, offset (8) } ... 0
 *  Write list    = { 1, count, count x segment } ... 0
 *  Reply chunk   = 1, count, count x segment  |  0
 *  segment       = handle, length, offset (8)
 * </pre>
 */
final class RpcRdmaLayout {
    static final int XID = 0;
    static final int VERSION = 4;
    static final int CREDITS = 8;
    static final int PROCEDURE = 12;
    static final int FIXED_LENGTH = 16;

    static final int ERROR_CODE = FIXED_LENGTH;
    static final int LOWEST_VERSION = 20;
    static final int HIGHEST_VERSION = 24;
    static final int ERR_VERS_LENGTH = 28;
    static final int ERR_CHUNK_LENGTH = 20;
    static final int MSGP_LENGTH = 8;

    static final int WORD = 4;
    static final int READ_ENTRY_LENGTH = 24;
    static final int READ_POSITION = 4;
    static final int READ_SEGMENT = 8;

    static final int CHUNK_COUNT = 4;
    static final int CHUNK_SEGMENTS = 8;
    static final int SEGMENT_LENGTH = 16;
    static final int SEGMENT_HANDLE = 0;
    static final int SEGMENT_BYTES = 4;
    static final int SEGMENT_OFFSET = 8;

    private RpcRdmaLayout() {}
}
