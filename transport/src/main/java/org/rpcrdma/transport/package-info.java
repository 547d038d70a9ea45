// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * RPC-over-RDMA endpoints: the server's part of Linux's svcrdma and the client's part of xprtrdma, over the verbs
 * contract. This package has the interfaces that a user of the endpoints implements, and the objects that endpoints
 * hand out.
 *
 * <p>A {@linkplain org.rpcrdma.transport.server.RpcRdmaServer server} posts one Receive per credit out of a
 * connection's receive arena and hands calls in place to an {@link org.rpcrdma.transport.RpcService}. A {@linkplain
 * org.rpcrdma.transport.client.RpcRdmaClient client} registers chunk memory with fast-register regions, or the device's
 * other ways, and matches replies to calls by transaction id.
 *
 * <p>Protocol: RFC 8166 (RPC-over-RDMA version 1) and RFC 8797 (connection private data).
 *
 * <p>Packages above this one: {@code server} and {@code client}, then {@code reverse}, {@code call}, {@code
 * receive}, {@code connection}, {@code chunk} and {@code memory}, which are internal.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport;
