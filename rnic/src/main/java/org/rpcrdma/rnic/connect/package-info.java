// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the connection manager. One side requests a connection, and the other accepts it. Their messages travel
 * over a {@link org.rpcrdma.rnic.connect.ConnectionWire}:
 *
 * <pre>
 * RnicConnectionManager   listens, connects          RnicConnection   one side: events, queue pair
 *           |                                                      |
 *           +---------------- ConnectionWires, ConnectionWire -----+
 *                                       |
 *                                    MadWires   datagrams between queue pairs 1, repeated until answered
 * </pre>
 *
 * <p>A simulated fabric has its own wires, whose messages are events.
 */
package org.rpcrdma.rnic.connect;
