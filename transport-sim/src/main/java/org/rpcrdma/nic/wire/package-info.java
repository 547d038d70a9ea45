// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a link that is a real one. Packets go out and come in as RoCEv2 datagrams of a UDP socket, and the
 * simulation keeps pace with the clock.
 *
 * <pre>
 * Packet --> PacketEncoder --> invariant CRC --> socket            out: UdpLink
 * socket --> PacketDecoder --> whose is it?  --> invariant CRC --> PacketSink.receive
 * </pre>
 */
package org.rpcrdma.nic.wire;
