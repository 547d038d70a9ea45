// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the parts that both ends of a connection have in common.
 * {@link org.rpcrdma.transport.connection.TransportConnection} contains the queues and orderly tear-down; other classes
 * contain the terms of RFC 8797, a caller's credits, work-request ids, and more. Classes are used on the event loop
 * only, unless they say otherwise.
 */
package org.rpcrdma.transport.connection;
