// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetSocketAddress;

/** One side of an RDMA connection. */
public interface Connection {
    /**
     * Returns the peer's address.
     *
     * @return the address and port.
     */
    InetSocketAddress remote();

    /**
     * Returns the local address, which is known once the connection has been accepted or established.
     *
     * @return the address and port.
     */
    InetSocketAddress local();

    /** Disconnects. Both queue pairs enter the state ERR, and the handlers on both sides are called. Idempotent. */
    void disconnect();
}
