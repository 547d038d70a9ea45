// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: packets and the link that carries them. Queue pairs send and receive here; the link knows them as names
 * and sinks.
 *
 * <pre>
 * requester, responder            Port (a {@link org.rpcrdma.nic.link.Link})            Port of the peer          peer
 *   Packet.begin(origin,  ------>  send: its rate, the switch's     ------> Packet.fire:  ------> PacketSink
 *   destination, PSN)              queue, delay, MTU, PacketFaults          deliver                .receive
 * </pre>
 *
 * <ul>
 *   <li>{@link org.rpcrdma.nic.link.Packet}: headers, a {@link org.rpcrdma.nic.link.Payload}, the
 *       {@link org.rpcrdma.nic.link.PacketOrigin} (address, queue pair number, transport) and the
 *       {@link org.rpcrdma.nic.link.PacketSink} that it is for. It comes from a
 *       {@link org.rpcrdma.nic.link.PacketPool}, and who holds it last gives it back.
 *   <li>{@link org.rpcrdma.nic.link.Link}: a link as its NIC sees it. A {@link org.rpcrdma.nic.link.Port} is one
 *       end of a simulated link to the fabric's {@link org.rpcrdma.nic.link.Switch}. Another link may carry datagrams
 *       of a real network: its packets name a queue pair by number, its sinks stand for remote queue pairs, whose
 *       lives it does not know (epoch 0).
 *   <li>{@link org.rpcrdma.nic.link.PayloadsOnLink}: payload is not copied into packets as long as nobody may change
 *       the sender's memory; {@link org.rpcrdma.nic.link.Link#detachPayloads} ends that.
 *   <li>{@link org.rpcrdma.nic.link.PacketFaults}, {@link org.rpcrdma.nic.link.LinkState}: faults, on demand and by
 *   chance.
 * </ul>
 *
 * <p>The link knows the host's memory only as native addresses, and neither keys nor queue pairs.
 */
package org.rpcrdma.nic.link;
