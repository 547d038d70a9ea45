// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Flyweights over Agrona buffers for the contents of Sends: RPC-over-RDMA version 1 transport headers (RFC 8166), ONC
 * RPC call and reply heads (RFC 5531), and the private data of connection events (RFC 8797).
 *
 * <p>A flyweight is created once, then wraps one message after another and reads it in place, without copying or
 * allocating. Wrapping validates everything that the accessors read later, so hostile bytes yield a status, never an
 * exception or a read outside the message. All words are big-endian.
 *
 * @since 0.1.0
 */
package org.rpcrdma.wire;
