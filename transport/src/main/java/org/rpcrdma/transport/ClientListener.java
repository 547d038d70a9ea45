// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Is notified of the set-up and tear-down of a client's connections, on the client's event loop. */
public interface ClientListener {
    /** The connection works. */
    default void onConnected() {}

    /**
     * Called when the connection has ended, or did not come about, and its resources are released. Its calls have
     * failed unless they are sent again ({@link org.rpcrdma.transport.client.RpcRdmaClient.Context#tries(int)}).
     *
     * @param reason the reason in words.
     */
    default void onDisconnected(final String reason) {}
}
