// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;

/**
 * The service's view of a connection: the caller's identity, and an object that the service attaches. It can outlive
 * the calls and the connection itself. Thread-safe.
 */
public interface RpcConnection {
    /**
     * Returns the number of the connection. A server, or a client with a reverse service, numbers its connections from
     * 1 in the order of arrival, and never reuses a number.
     *
     * @return the number, 1 or more.
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
     * Returns true until the connection begins to close. A closing connection no longer sends answers.
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
