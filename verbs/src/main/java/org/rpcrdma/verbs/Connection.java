// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetSocketAddress;

/** One side of an RDMA connection. */
public interface Connection {
    /**
     * Returns the address of the other side.
     *
     * @return the peer's address.
     */
    InetSocketAddress remote();

    /**
     * Returns the address of this side, once the connection is accepted or established.
     *
     * @return this side's address and port.
     */
    InetSocketAddress local();

    /** Disconnects: both queue pairs enter the state ERR, and the handlers on both sides are called. Idempotent. */
    void disconnect();
}
