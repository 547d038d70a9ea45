// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import org.rpcrdma.nic.config.ConnectionMessage;

/** Is notified of the messages that connection managers send. */
public interface ConnectionListener {
    /** Returns true if it wants to be notified. */
    boolean isOn();

    /** A message is sent; it may be kept. */
    void connectionMessage(ConnectionMessage message);
}
