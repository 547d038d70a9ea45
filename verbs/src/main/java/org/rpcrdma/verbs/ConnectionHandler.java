// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** Takes the events of one connection. */
public interface ConnectionHandler {
    /**
     * The connection works: both sides can send.
     *
     * @param connection  the connection.
     * @param privateData the accepting side's bytes, padded with zeros by some devices; empty on the accepting side
     *                    itself.
     */
    void onEstablished(Connection connection, byte[] privateData);

    /**
     * The connection did not come about.
     *
     * @param connection  the connection.
     * @param reason      why, in words.
     */
    void onRejected(Connection connection, String reason);

    /**
     * The connection ended, by either side or by a failure. Work requests that are outstanding are flushed. Called
     * once, after {@link #onEstablished}.
     *
     * @param connection the connection.
     */
    void onDisconnected(Connection connection);
}
