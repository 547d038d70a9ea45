// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Contains the server, {@link org.rpcrdma.transport.server.RpcRdmaServer}, which corresponds to Linux's svcrdma. The
 * server's parts are private to this package:
 *
 * <pre>
 *   RpcRdmaServer - ServerConnections - ServerConnection      queues and Receives, credits granted, idleness, the end
 *                                             |    ^ CallConnection
 *                                        ServerCalls          a call from its arrival to its reply
 *                                             |
 *                                       ServerTransfers       its READs, WRITEs and Send, posted as entries are free
 * </pre>
 *
 * <p>No class refers to the class above it. Calls access their connection through an interface, and transfers return
 * the completed call.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.server;
