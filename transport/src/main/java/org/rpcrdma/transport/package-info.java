// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * RPC-over-RDMA endpoints: the server's part of Linux's svcrdma and the client's part of xprtrdma, over the verbs contract.
 *
 * <p>A {@link org.rpcrdma.transport.RpcRdmaServer} posts one Receive per credit out of a connection's receive arena and hands
 * calls in place to an {@link org.rpcrdma.transport.RpcService}. A {@link org.rpcrdma.transport.RpcRdmaClient} registers
 * chunk memory with fast-register regions, or what else the device has, and matches replies to calls by transaction id.
 *
 * <p>Protocol: RFC 8166 (RPC-over-RDMA version 1) and RFC 8797 (connection private data).
 */
package org.rpcrdma.transport;
