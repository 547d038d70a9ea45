// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a link over a UDP socket. Packets are sent and received as RoCEv2 datagrams, and the timeline follows the
 * system's clock.
 *
 * <pre>
 * Packet --> PacketEncoder --> invariant CRC --> socket            out: UdpLink
 * socket --> PacketDecoder --> destination?   --> invariant CRC --> PacketSink.receive
 * </pre>
 */
package org.rpcrdma.udp.wire;
