// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.Gid;

/** Is notified of the work requests that are posted to queue pairs. */
public interface PostListener {
    /** Returns true if it wants to be notified. */
    boolean isOn();

    /** The requests of a chain were posted to the send queue of a host's queue pair. */
    void sendsPosted(Gid host, int queuePair, SendChain chain);

    /** The Receives of a chain were posted to a host's queue pair. */
    void receivesPosted(Gid host, int queuePair, ReceiveChain chain);
}
