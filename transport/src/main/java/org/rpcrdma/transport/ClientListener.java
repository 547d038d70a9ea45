// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Receives an event when a client's connection is established or ends. The client calls the listener on its event loop.
 */
public interface ClientListener {
    /** Called when a connection is established. */
    default void onConnected() {}

    /**
     * Called when the connection has ended or could not be established. By then, the client has released the
     * connection's resources and failed its calls, except calls that it will send again
     * ({@link org.rpcrdma.transport.client.RpcRdmaClient.Context#tries(int)}).
     *
     * @param reason a description of the reason.
     */
    default void onDisconnected(final String reason) {}
}
