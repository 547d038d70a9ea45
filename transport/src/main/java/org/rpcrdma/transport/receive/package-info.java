// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the Receives of connections. Their buffers come from arenas
 * ({@link org.rpcrdma.transport.receive.ConnectionArenas}), and are posted per connection
 * ({@link org.rpcrdma.transport.receive.ReceiveBuffers}) or for all connections of a server
 * ({@link org.rpcrdma.transport.receive.SharedReceives}). Classes are used on the event loop only, unless they say
 * otherwise.
 */
package org.rpcrdma.transport.receive;
