// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: packets and the link that carries them. Queue pairs send and receive through the link, which identifies
 * them by origins and sinks.
 *
 * <pre>
 * requester, responder            {@link org.rpcrdma.rnic.link.Link}                    link of the peer          peer
 *   Packet.begin(origin,  ------>  send: its rate and delay,    ------> Packet.fire:  ------> PacketSink
 *   destination, PSN)              MTU, PacketFaults                    deliver                .receive
 * </pre>
 *
 * <ul>
 *   <li>{@link org.rpcrdma.rnic.link.Packet}: headers, a {@link org.rpcrdma.rnic.link.Payload}, the {@link
 *       org.rpcrdma.rnic.link.PacketOrigin} (address, queue pair number, transport) and the {@link
 *       org.rpcrdma.rnic.link.PacketSink} that receives it. Packets come from a {@link
 *       org.rpcrdma.rnic.link.PacketPool}; the last holder returns them.
 *   <li>{@link org.rpcrdma.rnic.link.Link}: the NIC's view of a link. A link may be simulated, or carry datagrams on a
 *       real network. On a real network, packets identify a queue pair by number, and sinks represent remote queue
 *       pairs, whose epochs are unknown (0).
 *   <li>{@link org.rpcrdma.rnic.link.PayloadsOnLink}: a payload is not copied into its packet while the sender's memory
 *       must not change. {@link org.rpcrdma.rnic.link.Link#detachPayloads} copies it before a change.
 *   <li>{@link org.rpcrdma.rnic.link.PacketFaults}, {@link org.rpcrdma.rnic.link.LinkState}: on-demand and
 *       random faults.
 * </ul>
 *
 * <p>The link uses only native addresses of the host's memory; it depends on neither keys nor queue pairs.
 */
package org.rpcrdma.rnic.link;
