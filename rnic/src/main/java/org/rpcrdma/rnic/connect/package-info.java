// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the connection manager. A connection asks, or is asked; the messages between the two go over a {@link
 * org.rpcrdma.rnic.connect.ConnectionWire}:
 *
 * <pre>
 * RnicConnectionManager   listens, connects          RnicConnection   one side: events, queue pair
 *           |                                                      |
 *           +---------------- ConnectionWires, ConnectionWire -----+
 *                                       |
 *                                    MadWires   datagrams between queue pairs 1, repeated until they are answered
 * </pre>
 *
 * <p>A fabric has wires of its own, whose messages are events.
 */
package org.rpcrdma.rnic.connect;
