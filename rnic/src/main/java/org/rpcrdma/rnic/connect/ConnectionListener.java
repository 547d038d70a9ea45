// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;

/** Is notified of the messages that connection managers send. */
public interface ConnectionListener {
    /** Returns true if it wants to be notified. */
    boolean isOn();

    /**
     * A message is sent.
     *
     * @param message  may be kept.
     * @param datagram the message as a management datagram, during the call.
     * @param psn      the number of the datagram among its sender's.
     */
    void connectionMessage(ConnectionMessage message, DirectBuffer datagram, int psn);
}
