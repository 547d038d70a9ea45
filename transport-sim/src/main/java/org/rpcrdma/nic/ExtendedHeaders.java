/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.verbs.QueuePairType;

/**
 * The bytes of a packet's headers behind the base transport header, by what it brings: InfiniBand specification, 9.3 and
 * table 38.
 */
final class ExtendedHeaders {
    private static final int RDMA = 16;
    private static final int ACK = 4;
    private static final int INVALIDATE = 4;
    private static final int IMMEDIATE = 4;
    private static final int FLUSH = 4;
    private static final int DATAGRAM = 8;
    private static final int XRC = 4;
    /** mlx5's own header of dynamic connections. */
    private static final int DYNAMIC = 16;

    private static final int ATOMIC = 28;

    private ExtendedHeaders() {}

    static int bytes(final Packet packet) {
        return ofTransport(packet.origin.type())
                + switch (packet.kind) {
                    case Packet.SEND -> (packet.isInvalidating ? INVALIDATE : 0) + ofMessage(packet);
                    case Packet.WRITE -> (packet.isFirst ? RDMA : 0) + ofMessage(packet);
                    case Packet.READ_REQUEST -> RDMA;
                    case Packet.ATOMIC -> ATOMIC;
                    case Packet.ATOMIC_WRITE -> RDMA + Long.BYTES;
                    case Packet.FLUSH -> RDMA + FLUSH;
                    default -> ACK;
                };
    }

    private static int ofTransport(final QueuePairType type) {
        return type == QueuePairType.XRC_SEND ? XRC : type == QueuePairType.DC_INITIATOR ? DYNAMIC : 0;
    }

    private static int ofMessage(final Packet packet) {
        final int datagram = packet.origin.type() == QueuePairType.UD ? DATAGRAM : 0;
        return packet.hasImmediate ? datagram + IMMEDIATE : datagram;
    }
}
