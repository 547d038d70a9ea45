// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.net.InetSocketAddress;
import org.rpcrdma.transport.RpcConnection;

/** The service's view of a connection, which can outlive the connection. Thread-safe. */
public final class PeerConnection implements RpcConnection {
    private final long id;
    private final InetSocketAddress remote;
    private volatile InetSocketAddress local;
    private volatile Object attachment;
    private volatile boolean isOpen;

    /**
     * Creates a view of a connection.
     *
     * @param id     the number that the endpoint assigned to the connection.
     * @param remote the peer's address.
     */
    public PeerConnection(final long id, final InetSocketAddress remote) {
        this.id = id;
        this.remote = remote;
    }

    void begin(final InetSocketAddress address) {
        local = address;
        isOpen = true;
    }

    void end() {
        isOpen = false;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void attach(final Object value) {
        attachment = value;
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public String toString() {
        return "connection=" + id + " remote=" + remote;
    }
}
