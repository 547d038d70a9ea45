// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;

/**
 * A connection as its service sees it: the caller's identity, and the service's attachment for the caller. The object
 * can outlive its calls and the connection itself. Thread-safe.
 */
public interface RpcConnection {
    /**
     * Returns the number of the connection. A server, or a client with a reverse service, numbers its connections from
     * 1 in the order of arrival, without reuse.
     *
     * @return 1 or more.
     */
    long id();

    /**
     * Returns the peer's address.
     *
     * @return address and port.
     */
    InetSocketAddress remote();

    /**
     * Returns the local address that the peer connected to.
     *
     * @return address and port of this side.
     */
    InetSocketAddress local();

    /**
     * Returns false once the connection has begun to close and no longer sends answers.
     *
     * @return true while open.
     */
    boolean isOpen();

    /**
     * Sets the service's attachment to this connection.
     *
     * @param attachment any object, or null; replaces any earlier attachment. Visible to other threads.
     */
    void attach(Object attachment);

    /**
     * Returns the service's attachment to this connection.
     *
     * @return the object attached last, or null.
     */
    Object attachment();
}
