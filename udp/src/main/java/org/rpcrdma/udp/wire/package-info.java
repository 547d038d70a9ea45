// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a link that is a UDP socket. Packets go out and come in as RoCEv2 datagrams, and the timeline goes with the
 * system's clock.
 *
 * <pre>
 * Packet --> PacketEncoder --> invariant CRC --> socket            out: UdpLink
 * socket --> PacketDecoder --> whose is it?  --> invariant CRC --> PacketSink.receive
 * </pre>
 */
package org.rpcrdma.udp.wire;
