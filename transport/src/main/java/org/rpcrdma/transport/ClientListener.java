// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Receives the set-up and tear-down events of a client's connections. Called on the client's event loop. */
public interface ClientListener {
    /** Called when a connection is established. */
    default void onConnected() {}

    /**
     * Called when the connection has ended, or could not be set up. By then, its resources have been released and its
     * calls have failed, except calls that the client sends again
     * ({@link org.rpcrdma.transport.client.RpcRdmaClient.Context#tries(int)}).
     *
     * @param reason a description of the reason.
     */
    default void onDisconnected(final String reason) {}
}
