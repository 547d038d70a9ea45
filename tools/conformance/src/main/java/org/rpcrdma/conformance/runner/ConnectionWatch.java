// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;

/** Counts the connection sides that have been notified. */
final class ConnectionWatch implements ConnectionHandler {
    private int established;

    int established() {
        return established;
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        established++;
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        throw new RowFailure("the connection was rejected: reason=" + reason);
    }

    @Override
    public void onDisconnected(final Connection connection) {
        established--;
    }
}
