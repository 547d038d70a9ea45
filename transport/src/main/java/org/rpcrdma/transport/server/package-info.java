// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The server: {@link org.rpcrdma.transport.server.RpcRdmaServer}, as Linux's svcrdma. Its parts are hidden in this
 * package:
 *
 * <pre>
 *   RpcRdmaServer - ServerConnections - ServerConnection      queues and Receives, credits granted, idleness, the end
 *                                             |    ^ CallConnection
 *                                        ServerCalls          a call from its message to its answer
 *                                             |
 *                                       ServerTransfers       its READs, WRITEs and Send, posted as there is room
 * </pre>
 *
 * <p>Nobody holds who stands above: calls see their connection by an interface, transfers return the call that has
 * ended.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.server;
