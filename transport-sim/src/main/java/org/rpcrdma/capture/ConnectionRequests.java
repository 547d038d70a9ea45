// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * The latest connection requests, kept until their replies pass. A ring: more than a server's backlog need not be
 * remembered.
 */
final class ConnectionRequests {
    private static final int CAPACITY = 1024;

    private final Endpoints[] endpoints = new Endpoints[CAPACITY];
    private final int[] communications = new int[CAPACITY];
    private final int[] queuePairs = new int[CAPACITY];
    private int newest;

    ConnectionRequests() {}

    void add(final Packet request) {
        newest = (newest + 1) % CAPACITY;
        endpoints[newest] = Endpoints.of(request);
        communications[newest] = ManagementDatagram.localCommunication(request);
        queuePairs[newest] = ManagementDatagram.requestQueuePair(request);
    }

    /** Returns the queue pair that a client named in its request, or -1. */
    int queuePairOf(final Endpoints fromClient, final int communication) {
        for (int i = 0; i < CAPACITY; i++) {
            final int request = (newest - i + CAPACITY) % CAPACITY;
            if (endpoints[request] == null) {
                return -1;
            }
            final boolean same = communications[request] == communication && endpoints[request].isSameWay(fromClient);
            if (same) {
                return queuePairs[request];
            }
        }
        return -1;
    }
}
