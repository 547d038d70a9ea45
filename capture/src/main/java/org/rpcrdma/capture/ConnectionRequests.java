// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.PrivateData;

/**
 * The latest connection requests, which are kept until their replies arrive. They are stored in a ring, which is
 * sufficient because a server's backlog limits the number of requests that must be kept.
 */
final class ConnectionRequests {
    private static final int CAPACITY = 1024;

    /** A connection request. The port is -1 if the request does not use the RDMA IP CM service. */
    record Request(
            Endpoints endpoints,
            int communication,
            int queuePair,
            int startingPsn,
            int port,
            DirectBuffer privateData) {}

    private final Request[] requests = new Request[CAPACITY];
    private int newest;

    void add(final CapturedPacket request) {
        final long service = ManagementLayout.REQUEST_SERVICE_ID.getLong(request.buffer, request.payloadOffset);
        final boolean isIp = (service & ~0xffffL) == ManagementLayout.IP_TCP_SERVICE;
        final PrivateData data = isIp ? ManagementLayout.IP_PRIVATE_DATA : ManagementLayout.REQUEST_PRIVATE_DATA;
        newest = (newest + 1) % CAPACITY;
        requests[newest] = new Request(
                Endpoints.of(request),
                request.get(ManagementLayout.LOCAL_ID),
                request.get(ManagementLayout.REQUEST_QUEUE_PAIR),
                request.get(ManagementLayout.REQUEST_PSN),
                isIp ? (int) service & 0xffff : -1,
                new UnsafeBuffer(data.get(request.buffer, request.payloadOffset)));
    }

    /** Returns a client's latest request with the given communication id, or null if there is none. */
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
