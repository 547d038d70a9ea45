// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.connection.CallConnection;

/** A connection of a server as its calls see it. */
interface ServedConnection extends CallConnection {
    /** Returns the credits that the client is granted now. */
    int credits();

    /** Returns the way to call the client. */
    ReverseChannel reverseChannel();

    /** Called when the last call that other threads had has been answered; the connection may have ended long ago. */
    void onLastLateAnswer();
}
