// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Listens to the set-up and tear-down of a client's connections. Called on the client's event loop. */
public interface ClientListener {
    /** Called when a connection is established. */
    default void onConnected() {}

    /**
     * Called when the connection has ended, or could not be set up. Its resources are then released. Its calls have
     * failed, unless the client sends them again ({@link
     * org.rpcrdma.transport.client.RpcRdmaClient.Context#tries(int)}).
     *
     * @param reason the reason in words.
     */
    default void onDisconnected(final String reason) {}
}
