// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.QueuePair;

/** Both sides of a connection, with the number of events of each kind. */
final class Peers implements ConnectionHandler {
    final QueuePair client;
    final QueuePair server;
    Connection connection;
    int established;
    int disconnected;

    /** The reason why the connection was rejected. */
    String rejection;

    Peers(final QueuePair client, final QueuePair server) {
        this.client = client;
        this.server = server;
    }

    @Override
    public void onEstablished(final Connection end, final byte[] privateData) {
        connection = end;
        established++;
    }

    @Override
    public void onRejected(final Connection end, final String reason) {
        System.out.println("rejected: " + reason);
        rejection = reason;
    }

    @Override
    public void onDisconnected(final Connection end) {
        disconnected++;
    }
}
