// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.capture.ManagementLayout.ATTRIBUTE_AT;
import static org.rpcrdma.capture.ManagementLayout.CLASS_AT;
import static org.rpcrdma.capture.ManagementLayout.CONNECTION_MANAGEMENT;
import static org.rpcrdma.capture.ManagementLayout.DISCONNECT_QUEUE_PAIR;
import static org.rpcrdma.capture.ManagementLayout.IP_CONSUMER_DATA;
import static org.rpcrdma.capture.ManagementLayout.IP_TCP_SERVICE;
import static org.rpcrdma.capture.ManagementLayout.LENGTH;
import static org.rpcrdma.capture.ManagementLayout.LOCAL_ID;
import static org.rpcrdma.capture.ManagementLayout.MESSAGE_AT;
import static org.rpcrdma.capture.ManagementLayout.QUEUE_PAIR;
import static org.rpcrdma.capture.ManagementLayout.REMOTE_ID;
import static org.rpcrdma.capture.ManagementLayout.REPLY_DATA_LENGTH;
import static org.rpcrdma.capture.ManagementLayout.REPLY_PRIVATE_DATA;
import static org.rpcrdma.capture.ManagementLayout.REPLY_PSN;
import static org.rpcrdma.capture.ManagementLayout.REPLY_QUEUE_PAIR;
import static org.rpcrdma.capture.ManagementLayout.REQUEST_DATA_LENGTH;
import static org.rpcrdma.capture.ManagementLayout.REQUEST_PRIVATE_DATA;
import static org.rpcrdma.capture.ManagementLayout.REQUEST_PSN;
import static org.rpcrdma.capture.ManagementLayout.REQUEST_QUEUE_PAIR;
import static org.rpcrdma.capture.ManagementLayout.REQUEST_SERVICE_ID;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the connection-management datagrams that say which queue pairs make a connection (InfiniBand Architecture
 * Specification, volume 1, section 12.6); {@link ManagementLayout} has the offsets of its fields.
 */
final class ManagementDatagram {
    static final int NONE = 0;

    private ManagementDatagram() {}

    /** Returns the kind of the datagram, or NONE if it is no connection management. */
    static int attribute(final Packet packet) {
        final boolean management = packet.destinationQueuePair == QUEUE_PAIR
                && packet.payloadLength >= LENGTH
                && packet.buffer.getByte(packet.payloadOffset + CLASS_AT) == CONNECTION_MANAGEMENT;
        return management ? packet.buffer.getShort(packet.payloadOffset + ATTRIBUTE_AT, BIG_ENDIAN) & 0xffff : NONE;
    }

    static int localCommunication(final Packet packet) {
        return word(packet, LOCAL_ID);
    }

    static int remoteCommunication(final Packet packet) {
        return word(packet, REMOTE_ID);
    }

    static int requestQueuePair(final Packet packet) {
        return word(packet, REQUEST_QUEUE_PAIR) >>> 8;
    }

    static int requestStartingPsn(final Packet packet) {
        return word(packet, REQUEST_PSN) >>> 8;
    }

    static int replyStartingPsn(final Packet packet) {
        return word(packet, REPLY_PSN) >>> 8;
    }

    /** Returns the server's port, or -1 if the request is not one of the RDMA IP CM service. */
    static int requestPort(final Packet packet) {
        final int at = packet.payloadOffset + MESSAGE_AT + REQUEST_SERVICE_ID;
        final long service = packet.buffer.getLong(at, BIG_ENDIAN);
        return (service & ~0xffffL) == IP_TCP_SERVICE ? (int) service & 0xffff : -1;
    }

    /** Returns the private data of a request's consumer. */
    static DirectBuffer requestData(final Packet packet) {
        final int ip = requestPort(packet) < 0 ? 0 : IP_CONSUMER_DATA;
        return bytes(packet, REQUEST_PRIVATE_DATA + ip, REQUEST_DATA_LENGTH - ip);
    }

    /** Returns the private data of a reply's consumer. */
    static DirectBuffer replyData(final Packet packet) {
        return bytes(packet, REPLY_PRIVATE_DATA, REPLY_DATA_LENGTH);
    }

    private static DirectBuffer bytes(final Packet packet, final int at, final int length) {
        final byte[] copy = new byte[length];
        packet.buffer.getBytes(packet.payloadOffset + MESSAGE_AT + at, copy);
        return new UnsafeBuffer(copy);
    }

    static int replyQueuePair(final Packet packet) {
        return word(packet, REPLY_QUEUE_PAIR) >>> 8;
    }

    static int disconnectQueuePair(final Packet packet) {
        return word(packet, DISCONNECT_QUEUE_PAIR) >>> 8;
    }

    private static int word(final Packet packet, final int at) {
        return packet.buffer.getInt(packet.payloadOffset + MESSAGE_AT + at, BIG_ENDIAN);
    }
}
