// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The content of Sends, as flyweights over Agrona buffers: RPC-over-RDMA version 1 transport headers (RFC 8166),
 * ONC RPC call and reply words (RFC 5531), and the private data of connection events (RFC 8797).
 *
 * <p>A flyweight is made once, wrapped around message after message and read in place: nothing is copied and nothing is
 * allocated. Wrapping validates everything that the accessors read later, so hostile bytes end in a status, never in an
 * exception or a read outside the message. All words are big endian.
 *
 * @since 0.1.0
 */
package org.rpcrdma.wire;
