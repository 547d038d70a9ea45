// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Contains the client, {@link org.rpcrdma.transport.client.RpcRdmaClient}, which corresponds to Linux's xprtrdma. The
 * client's parts are private to this package:
 *
 * <pre>
 *   RpcRdmaClient - ClientSession       waiting calls, the next connection
 *                        |
 *                  ClientConnection     queues and Receives of one connection, its end
 *                        |
 *                   ClientCalls         credits, Sends, replies
 *                   ChunkChoice         Position-Zero, Read, Write and Reply chunks
 *                        |
 *                  CallSlots, CallSlot  a call from staging to its handler
 * </pre>
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.client;
