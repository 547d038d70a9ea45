// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: manages the Receives of connections. Their buffers are allocated from arenas
 * ({@link org.rpcrdma.transport.receive.ConnectionArenas}). The Receives are posted either for each connection
 * ({@link org.rpcrdma.transport.receive.ReceiveBuffers}) or for all connections of a server together
 * ({@link org.rpcrdma.transport.receive.SharedReceives}). Unless stated otherwise, use these classes on the event loop
 * only.
 */
package org.rpcrdma.transport.receive;
