// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * RPC-over-RDMA endpoints on top of the verbs API: a server, like Linux's svcrdma, and a client, like xprtrdma. This
 * package contains the interfaces that users of the endpoints implement, and the objects that endpoints pass to them.
 *
 * <p>A {@linkplain org.rpcrdma.transport.server.RpcRdmaServer server} posts one Receive per credit from a connection's
 * receive arena and passes calls in place to an {@link org.rpcrdma.transport.RpcService}. A
 * {@linkplain org.rpcrdma.transport.client.RpcRdmaClient client} registers chunk memory with fast-register regions, or
 * otherwise as the device allows, and matches replies to calls by transaction id.
 *
 * <p>Protocol: RFC 8166 (RPC-over-RDMA version 1) and RFC 8797 (connection private data).
 *
 * <p>The packages {@code server} and {@code client} contain the endpoints; {@code reverse}, {@code call},
 * {@code receive}, {@code connection}, {@code chunk} and {@code memory} are internal. All of them build on this
 * package.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport;
