// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;

/**
 * A connection as seen by the service. It identifies the caller and holds an object that the service can attach. It can
 * outlive its calls and the connection itself. Thread-safe.
 */
public interface RpcConnection {
    /**
     * Returns the number of the connection. A server, or a client with a reverse service, numbers its connections from
     * 1 in order of arrival, and never reuses a number.
     *
     * @return the number, 1 or more.
     */
    long id();

    /**
     * Returns the peer's address.
     *
     * @return the address and port of the peer.
     */
    InetSocketAddress remote();

    /**
     * Returns the local address to which the peer connected.
     *
     * @return the local address and port.
     */
    InetSocketAddress local();

    /**
     * Returns true until the connection begins to close. Answers are not sent on a closing connection.
     *
     * @return true if the connection is open.
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
     * @return the most recently attached object, or null.
     */
    Object attachment();
}
