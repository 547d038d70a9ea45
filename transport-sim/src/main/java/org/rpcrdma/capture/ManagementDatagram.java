// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.rpcrdma.mad.ManagementLayout.ATTRIBUTE;
import static org.rpcrdma.mad.ManagementLayout.CLASS_FIELD;
import static org.rpcrdma.mad.ManagementLayout.CONNECTION_MANAGEMENT;
import static org.rpcrdma.mad.ManagementLayout.DISCONNECT_QUEUE_PAIR;
import static org.rpcrdma.mad.ManagementLayout.IP_PRIVATE_DATA;
import static org.rpcrdma.mad.ManagementLayout.IP_TCP_SERVICE;
import static org.rpcrdma.mad.ManagementLayout.LENGTH;
import static org.rpcrdma.mad.ManagementLayout.LOCAL_ID;
import static org.rpcrdma.mad.ManagementLayout.QUEUE_PAIR;
import static org.rpcrdma.mad.ManagementLayout.REMOTE_ID;
import static org.rpcrdma.mad.ManagementLayout.REPLY_PRIVATE_DATA;
import static org.rpcrdma.mad.ManagementLayout.REPLY_PSN;
import static org.rpcrdma.mad.ManagementLayout.REPLY_QUEUE_PAIR;
import static org.rpcrdma.mad.ManagementLayout.REQUEST_PRIVATE_DATA;
import static org.rpcrdma.mad.ManagementLayout.REQUEST_PSN;
import static org.rpcrdma.mad.ManagementLayout.REQUEST_QUEUE_PAIR;
import static org.rpcrdma.mad.ManagementLayout.REQUEST_SERVICE_ID;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.mad.Field;
import org.rpcrdma.mad.ManagementLayout;
import org.rpcrdma.mad.PrivateData;

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
                && get(packet, CLASS_FIELD) == CONNECTION_MANAGEMENT;
        return management ? get(packet, ATTRIBUTE) : NONE;
    }

    static int localCommunication(final Packet packet) {
        return get(packet, LOCAL_ID);
    }

    static int remoteCommunication(final Packet packet) {
        return get(packet, REMOTE_ID);
    }

    static int requestQueuePair(final Packet packet) {
        return get(packet, REQUEST_QUEUE_PAIR);
    }

    static int requestStartingPsn(final Packet packet) {
        return get(packet, REQUEST_PSN);
    }

    static int replyStartingPsn(final Packet packet) {
        return get(packet, REPLY_PSN);
    }

    /** Returns the server's port, or -1 if the request is not one of the RDMA IP CM service. */
    static int requestPort(final Packet packet) {
        final long service = REQUEST_SERVICE_ID.getLong(packet.buffer, packet.payloadOffset);
        return (service & ~0xffffL) == IP_TCP_SERVICE ? (int) service & 0xffff : -1;
    }

    /** Returns the private data of a request's consumer. */
    static DirectBuffer requestData(final Packet packet) {
        final PrivateData data = requestPort(packet) < 0 ? REQUEST_PRIVATE_DATA : IP_PRIVATE_DATA;
        return new UnsafeBuffer(data.get(packet.buffer, packet.payloadOffset));
    }

    /** Returns the private data of a reply's consumer. */
    static DirectBuffer replyData(final Packet packet) {
        return new UnsafeBuffer(REPLY_PRIVATE_DATA.get(packet.buffer, packet.payloadOffset));
    }

    static int replyQueuePair(final Packet packet) {
        return get(packet, REPLY_QUEUE_PAIR);
    }

    static int disconnectQueuePair(final Packet packet) {
        return get(packet, DISCONNECT_QUEUE_PAIR);
    }

    private static int get(final Packet packet, final Field field) {
        return field.get(packet.buffer, packet.payloadOffset);
    }
}
