// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the connection manager. One side of a connection requests it, the other is requested; the messages between
 * them travel over a {@link org.rpcrdma.rnic.connect.ConnectionWire}:
 *
 * <pre>
 * RnicConnectionManager   listens, connects          RnicConnection   one side: events, queue pair
 *           |                                                      |
 *           +---------------- ConnectionWires, ConnectionWire -----+
 *                                       |
 *                                    MadWires   datagrams between queue pairs 1, repeated until they are answered
 * </pre>
 *
 * <p>A simulated fabric has other wires, whose messages are events.
 */
package org.rpcrdma.rnic.connect;
