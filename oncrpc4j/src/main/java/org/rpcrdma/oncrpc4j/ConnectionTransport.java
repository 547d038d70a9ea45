// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.net.InetSocketAddress;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.transport.RpcConnection;

/** A transport of one connection of a server. */
abstract class ConnectionTransport implements RpcTransport {
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
    public void startTLS() {
        throw new IllegalStateException("RPC-over-RDMA has no TLS");
    }

    @Override
    public boolean isTLS() {
        return false;
    }

    @Override
    public String toString() {
        return connection.toString();
    }
}
