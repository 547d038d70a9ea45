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
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Reads the connection-management datagrams that say which queue pairs make a connection (InfiniBand Architecture Specification,
 * volume 1, section 12.6).
 *
 * <pre>
 *   0        1       3       4            16          24
 *  +--------+-------+-------+------------+-----------+----------------------------------------
 *  | base   | class | version, method .. | attribute | connection-management message
 *  +--------+-------+--------------------+-----------+----------------------------------------
 *
 *  connect request    0 local id                       32 local QP (3)
 *  connect reply      0 local id     4 remote id       12 local QP (3)
 *  disconnect request 0 local id     4 remote id        8 remote QP (3)
 * </pre>
 */
final class ManagementDatagram {
    static final int NONE = 0;
    static final int CONNECT_REQUEST = 0x10;
    static final int CONNECT_REPLY = 0x13;
    static final int DISCONNECT_REQUEST = 0x15;

    /** Every management datagram is this long. */
    private static final int LENGTH = 256;

    private static final int QUEUE_PAIR = 1;
    private static final int CONNECTION_MANAGEMENT = 7;
    private static final int CLASS_AT = 1;
    private static final int ATTRIBUTE_AT = 16;
    private static final int MESSAGE_AT = 24;

    private ManagementDatagram() {}

    /** What the datagram is, or NONE where it is no connection management. */
    static int attribute(final Packet packet) {
        final boolean management = packet.destinationQueuePair == QUEUE_PAIR
                && packet.payloadLength >= LENGTH
                && packet.buffer.getByte(packet.payloadOffset + CLASS_AT) == CONNECTION_MANAGEMENT;
        return management ? packet.buffer.getShort(packet.payloadOffset + ATTRIBUTE_AT, BIG_ENDIAN) & 0xffff : NONE;
    }

    static int localCommunication(final Packet packet) {
        return word(packet, 0);
    }

    static int remoteCommunication(final Packet packet) {
        return word(packet, 4);
    }

    static int requestQueuePair(final Packet packet) {
        return word(packet, 32) >>> 8;
    }

    static int replyQueuePair(final Packet packet) {
        return word(packet, 12) >>> 8;
    }

    static int disconnectQueuePair(final Packet packet) {
        return word(packet, 8) >>> 8;
    }

    private static int word(final Packet packet, final int at) {
        return packet.buffer.getInt(packet.payloadOffset + MESSAGE_AT + at, BIG_ENDIAN);
    }
}
