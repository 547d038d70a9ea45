// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetSocketAddress;

/** A connection request from a peer. Answer each request exactly once. */
public interface ConnectionRequest {
    /**
     * Returns the private data in the request.
     *
     * @return the bytes that the peer sent; some devices pad them with zeros.
     */
    byte[] privateData();

    /**
     * Returns the peer's address.
     *
     * @return the address and port.
     */
    InetSocketAddress remote();

    /**
     * Accepts the request. Post Receives on the queue pair beforehand.
     *
     * @param queuePair  the queue pair that becomes this side of the connection.
     * @param parameters the private data, depths and retry counts to send.
     * @param loop       the event loop that calls the handler.
     * @param handler    the handler for the connection's events: established, and later disconnected.
     * @return the connection, not yet established.
     * @throws VerbsException EINVAL if the request was already answered, or if the queue pair or a parameter is
     *                        unsuitable; another errno if the connection failed, for example because the peer timed
     *                        out. After an exception, the request can still be rejected.
     */
    Connection accept(QueuePair queuePair, ConnectionParameters parameters, EventLoop loop, ConnectionHandler handler);

    /**
     * Rejects the request. Does nothing if the peer has given up, or if a failed {@link #accept} has already rejected
     * the request.
     *
     * @param privateData the private data for the peer, at most 148 bytes.
     * @throws VerbsException EINVAL if the request was already answered or the data is too long; another errno if the
     *                        answer cannot be sent, in which case the request still counts as answered.
     */
    void reject(byte[] privateData);
}
