// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import org.rpcrdma.verbs.QueuePairType;

/**
 * The bytes of a packet's headers behind the base transport header, by the headers that its opcode brings: InfiniBand
 * specification, 9.3 and table 38.
 */
final class ExtendedHeaders {
    private static final int RDMA = 16;
    private static final int ACK = 4;
    private static final int INVALIDATE = 4;
    private static final int IMMEDIATE = 4;
    private static final int FLUSH = 4;
    private static final int DATAGRAM = 8;

    private static final int ATOMIC = 28;

    private ExtendedHeaders() {}

    static int bytes(final Packet packet) {
        return switch (packet.kind) {
            case Packet.SEND -> (packet.isInvalidating ? INVALIDATE : 0) + ofMessage(packet);
            case Packet.WRITE -> (packet.isFirst ? RDMA : 0) + ofMessage(packet);
            case Packet.READ_REQUEST -> RDMA;
            case Packet.ATOMIC -> ATOMIC;
            case Packet.ATOMIC_WRITE -> RDMA + Long.BYTES;
            case Packet.FLUSH -> RDMA + FLUSH;
            default -> ACK;
        };
    }

    private static int ofMessage(final Packet packet) {
        final int datagram = packet.transport == QueuePairType.UD ? DATAGRAM : 0;
        return packet.hasImmediate ? datagram + IMMEDIATE : datagram;
    }
}
