// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Provides RPC-over-RDMA endpoints based on the verbs API: a server, which corresponds to Linux's svcrdma, and a
 * client, which corresponds to xprtrdma. This package contains the interfaces that users of the endpoints implement,
 * and the objects that endpoints pass to them.
 *
 * <p>A {@linkplain org.rpcrdma.transport.server.RpcRdmaServer server} posts one Receive per credit, with buffers from
 * the connection's receive arena, and passes calls in place to an {@link org.rpcrdma.transport.RpcService}. A
 * {@linkplain org.rpcrdma.transport.client.RpcRdmaClient client} registers chunk memory with fast-register regions, or
 * in another way if the device does not support them. It matches replies to calls by transaction id.
 *
 * <p>Protocol: RFC 8166 (RPC-over-RDMA version 1) and RFC 8797 (connection private data).
 *
 * <p>The packages {@code server} and {@code client} contain the endpoints. The packages {@code reverse}, {@code call},
 * {@code receive}, {@code connection}, {@code chunk} and {@code memory} are internal. All of them build on this
 * package.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport;
