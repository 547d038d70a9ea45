// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;

/** Is notified of the messages that connection managers send. */
public interface ConnectionListener {
    /** Returns true if the listener should be notified. */
    boolean isOn();

    /**
     * Called when a message is sent.
     *
     * @param message  the message, which may be retained.
     * @param datagram the message as a management datagram; valid during the call only.
     * @param psn      the PSN of the sender's datagram.
     */
    void connectionMessage(ConnectionMessage message, DirectBuffer datagram, int psn);
}
