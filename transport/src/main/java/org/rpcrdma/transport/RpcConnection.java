// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;

/**
 * The connection that calls come by, as their service sees it: the caller's identity, and the service's attachment for
 * the caller. It can be kept beyond its calls and its own end. Thread-safe.
 */
public interface RpcConnection {
    /**
     * Returns the number of the connection. A server, or a client with a reverse service, numbers its connections from
     * 1 in the order they came, and uses no number twice.
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
     * Returns the address that the peer has reached.
     *
     * @return address and port of this side.
     */
    InetSocketAddress local();

    /**
     * Returns false once the connection has begun to end: answers are not sent any more.
     *
     * @return true while open.
     */
    boolean isOpen();

    /**
     * Sets the service's attachment to this connection.
     *
     * @param attachment any object, or null; it replaces the one before. Other threads see it.
     */
    void attach(Object attachment);

    /**
     * Returns the service's attachment to this connection.
     *
     * @return the object that was attached last; null if there is none.
     */
    Object attachment();
}
