// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the connection manager. A side of a connection ({@link org.rpcrdma.nic.connect.SimulatedConnection}) does
 * not know its peer: its messages go through a {@link org.rpcrdma.nic.connect.ConnectionWire}, and it joins two queue
 * pairs; it ends with its queue pair ({@link org.rpcrdma.nic.endpoint.ConnectionEnd}).
 *
 * <pre>
 *  SimulatedConnectionManager, SimulatedConnection, SimulatedConnectionRequest
 *                     | ConnectionWires, ConnectionWire |
 *  EventWires: events of the simulation       MadWires: datagrams between queue pairs 1
 * </pre>
 *
 * <ul>
 *   <li>{@link org.rpcrdma.nic.connect.EventWires}: each message takes the link's delay and some handling, and waits
 *       for links that are down ({@link org.rpcrdma.nic.connect.RepeatedMessage}). Those of a fabric find each other by
 *       address.
 *   <li>{@link org.rpcrdma.nic.connect.MadWires}: REQ, REP, RTU, REJ, MRA, DREQ and DREP of the InfiniBand
 *       specification over any {@link org.rpcrdma.nic.connect.DatagramPipe}, with time-outs, repeats and bounds.
 * </ul>
 */
package org.rpcrdma.nic.connect;
