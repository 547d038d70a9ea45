// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: contains the parts of a connection that clients and servers have in common.
 * {@link org.rpcrdma.transport.connection.TransportConnection} manages the queues and orderly tear-down. Other classes
 * implement the terms of RFC 8797, a caller's credits, work-request ids, and more. Unless stated otherwise, use these
 * classes on the event loop only.
 */
package org.rpcrdma.transport.connection;
