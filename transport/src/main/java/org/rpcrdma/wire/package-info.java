// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Provides flyweights over Agrona buffers for the protocol's wire formats: transport headers of RPC-over-RDMA version 1
 * (RFC 8166), headers of ONC RPC calls and replies (RFC 5531), and the private data of connection events (RFC 8797).
 *
 * <p>A flyweight is created once. It then wraps one message after another and reads each message in place, without
 * copying or allocating. Wrapping validates everything that the accessors read later. Therefore, hostile bytes yield a
 * status, but never an exception or a read outside the message. All words are big-endian.
 *
 * @since 0.1.0
 */
package org.rpcrdma.wire;
