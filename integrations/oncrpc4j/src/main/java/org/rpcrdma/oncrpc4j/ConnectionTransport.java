// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.net.InetSocketAddress;
import org.rpcrdma.transport.RpcConnection;

/** A transport that belongs to one of a server's connections. */
abstract class ConnectionTransport implements PlainTransport {
    private final RpcConnection connection;

    ConnectionTransport(final RpcConnection connection) {
        this.connection = connection;
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public InetSocketAddress getLocalSocketAddress() {
        return connection.local();
    }

    @Override
    public InetSocketAddress getRemoteSocketAddress() {
        return connection.remote();
    }

    @Override
    public String toString() {
        return connection.toString();
    }
}
