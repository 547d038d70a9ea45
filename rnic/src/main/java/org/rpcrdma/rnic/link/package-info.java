// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: packets and the link that carries them. Queue pairs send and receive here; the link knows them as names
 * and sinks.
 *
 * <pre>
 * requester, responder            {@link org.rpcrdma.rnic.link.Link}                    link of the peer          peer
 *   Packet.begin(origin,  ------>  send: its rate and delay,    ------> Packet.fire:  ------> PacketSink
 *   destination, PSN)              MTU, PacketFaults                    deliver                .receive
 * </pre>
 *
 * <ul>
 *   <li>{@link org.rpcrdma.rnic.link.Packet}: headers, a {@link org.rpcrdma.rnic.link.Payload}, the
 *       {@link org.rpcrdma.rnic.link.PacketOrigin} (address, queue pair number, transport) and the
 *       {@link org.rpcrdma.rnic.link.PacketSink} that it is for. It comes from a
 *       {@link org.rpcrdma.rnic.link.PacketPool}, and who holds it last gives it back.
 *   <li>{@link org.rpcrdma.rnic.link.Link}: a link as its NIC sees it. It may be simulated, or carry datagrams of a
 *       real network: its packets name a queue pair by number, its sinks stand for remote queue pairs, whose
 *       lives it does not know (epoch 0).
 *   <li>{@link org.rpcrdma.rnic.link.PayloadsOnLink}: payload is not copied into packets as long as nobody may change
 *       the sender's memory; {@link org.rpcrdma.rnic.link.Link#detachPayloads} ends that.
 *   <li>{@link org.rpcrdma.rnic.link.PacketFaults}, {@link org.rpcrdma.rnic.link.LinkState}: faults, on demand and by
 *   chance.
 * </ul>
 *
 * <p>The link knows the host's memory only as native addresses, and neither keys nor queue pairs.
 */
package org.rpcrdma.rnic.link;
