// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;

/**
 * The latest connection requests, kept until their replies pass. A ring: more than a server's backlog need not be
 * remembered.
 */
final class ConnectionRequests {
    private static final int CAPACITY = 1024;

    /** What a request says. */
    record Request(
            Endpoints endpoints,
            int communication,
            int queuePair,
            int startingPsn,
            int port,
            DirectBuffer privateData) {}

    private final Request[] requests = new Request[CAPACITY];
    private int newest;

    ConnectionRequests() {}

    void add(final Packet request) {
        newest = (newest + 1) % CAPACITY;
        requests[newest] = new Request(
                Endpoints.of(request),
                ManagementDatagram.localCommunication(request),
                ManagementDatagram.requestQueuePair(request),
                ManagementDatagram.requestStartingPsn(request),
                ManagementDatagram.requestPort(request),
                ManagementDatagram.requestData(request));
    }

    /** Returns a client's latest request under a communication id, or null. */
    Request find(final Endpoints fromClient, final int communication) {
        for (int i = 0; i < CAPACITY; i++) {
            final Request request = requests[(newest - i + CAPACITY) % CAPACITY];
            if (request == null) {
                return null;
            }
            if (request.communication == communication && request.endpoints.isSameWay(fromClient)) {
                return request;
            }
        }
        return null;
    }
}
