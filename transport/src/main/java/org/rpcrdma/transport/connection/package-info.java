// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the parts common to both ends of a connection. {@link org.rpcrdma.transport.connection.TransportConnection}
 * has the queues and the orderly end; beside it stand the terms of RFC 8797, the credits of a caller, and the ids of
 * work requests.
 */
package org.rpcrdma.transport.connection;
