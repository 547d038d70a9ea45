// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.Gid;

/** Is notified of the work requests that are posted to queue pairs. */
public interface PostListener {
    /** Returns true if the listener should be notified. */
    boolean isOn();

    /** Called when the requests of a chain have been posted to the send queue of a host's queue pair. */
    void sendsPosted(Gid host, int queuePair, SendChain chain);

    /** Called when the Receives of a chain have been posted to a host's queue pair. */
    void receivesPosted(Gid host, int queuePair, ReceiveChain chain);
}
