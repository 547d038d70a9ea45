// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;

/** Receives a report of every message that a connection manager sends. */
public interface ConnectionListener {
    /** Returns true if messages should be reported. */
    boolean isOn();

    /**
     * Called when a message is sent.
     *
     * @param message  the message, which may be retained.
     * @param datagram the message as a management datagram, valid only during the call.
     * @param psn      the PSN of the sender's datagram.
     */
    void connectionMessage(ConnectionMessage message, DirectBuffer datagram, int psn);
}
