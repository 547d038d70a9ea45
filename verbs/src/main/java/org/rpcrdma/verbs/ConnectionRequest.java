// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetSocketAddress;

/** A peer's wish for a connection, to be answered once. */
public interface ConnectionRequest {
    /**
     * Returns the peer's private data.
     *
     * @return the bytes that the peer sent; some devices pad them with zeros.
     */
    byte[] privateData();

    /**
     * Returns the peer's address.
     *
     * @return the peer's address.
     */
    InetSocketAddress remote();

    /**
     * Accepts. Receives must be posted on the queue pair before.
     *
     * @param queuePair  the queue pair that becomes this side of the connection.
     * @param parameters private data, depths and retry counts of the acceptance.
     * @param loop       calls the handler.
     * @param handler    takes the events: established, later disconnected.
     * @return the connection, not yet established.
     * @throws VerbsException EINVAL if the request was answered, or the queue pair or a parameter is unsuitable;
     *     otherwise the reason why the connection failed, for example because the peer timed out. The request can still
     *     be rejected.
     */
    Connection accept(QueuePair queuePair, ConnectionParameters parameters, EventLoop loop, ConnectionHandler handler);

    /**
     * Refuses. Does nothing if the peer has given up, or was refused when accepting failed.
     *
     * @param privateData bytes for the peer, at most 148.
     * @throws VerbsException EINVAL if the request was answered, or for too much data; or the reason why the answer
     *                        cannot be sent; the request is answered all the same.
     */
    void reject(byte[] privateData);
}
