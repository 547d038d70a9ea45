// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Is told when a client's connection comes and goes, on the client's event loop. */
public interface ClientListener {
    /** The connection works. */
    void onConnected();

    /**
     * The connection ended, or did not come about. Everything it held has been given back. Its calls have failed where they are
     * not sent again ({@link org.rpcrdma.transport.client.RpcRdmaClient.Context#tries(int)}).
     *
     * @param reason why, in words.
     */
    void onDisconnected(String reason);
}
