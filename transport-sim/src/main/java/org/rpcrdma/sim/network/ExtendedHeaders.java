// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The length of a packet's extended headers, which follow the base transport header, by opcode (InfiniBand
 * specification, 9.3 and table 38).
 */
final class ExtendedHeaders {
    private ExtendedHeaders() {}

    static int bytes(final Packet packet) {
        return switch (packet.kind) {
            case Packet.SEND -> (packet.isInvalidating ? Opcodes.IETH : 0) + ofMessage(packet);
            case Packet.WRITE -> (packet.isFirst ? Opcodes.RETH : 0) + ofMessage(packet);
            case Packet.READ_REQUEST -> Opcodes.RETH;
            case Packet.ATOMIC -> Opcodes.ATOMIC_ETH;
            case Packet.ATOMIC_WRITE -> Opcodes.RETH + Long.BYTES;
            case Packet.FLUSH -> Opcodes.RETH + Opcodes.FETH;
            default -> Opcodes.AETH;
        };
    }

    private static int ofMessage(final Packet packet) {
        final int datagram = packet.transport == QueuePairType.UD ? Opcodes.DETH : 0;
        return packet.hasImmediate ? datagram + Opcodes.IMMEDIATE : datagram;
    }
}
