// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;

/** A device that is its own connection manager, for devices whose connections are other than another's. */
class ConnectingDevice extends ForwardingDevice implements ConnectionManager {
    @Override
    public ConnectionManager connections() {
        return this;
    }

    @Override
    public AutoCloseable listen(final int port, final EventLoop loop, final ListenHandler handler) {
        return device.connections().listen(port, loop, handler);
    }

    @Override
    public Connection connect(
            final InetSocketAddress remote,
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final EventLoop loop,
            final ConnectionHandler handler) {
        return device.connections().connect(remote, queuePair, parameters, loop, handler);
    }
}
