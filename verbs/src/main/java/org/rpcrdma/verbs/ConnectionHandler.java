// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** Receives the events of one connection. */
public interface ConnectionHandler {
    /**
     * Called when the connection is established, so that both sides can send.
     *
     * @param connection  the connection.
     * @param privateData the private data from the accepting side, possibly padded with zeros by the device; empty on
     *                    the accepting side itself.
     */
    void onEstablished(Connection connection, byte[] privateData);

    /**
     * Called when the attempt to establish the connection fails.
     *
     * @param connection the connection.
     * @param reason     the reason, as text.
     */
    void onRejected(Connection connection, String reason);

    /**
     * Called once, after {@link #onEstablished}, when either side disconnects or the connection fails. Outstanding work
     * requests are flushed.
     *
     * @param connection the connection.
     */
    void onDisconnected(Connection connection);
}
