// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.Gid;

/** Receives reports of the work requests that are posted to queue pairs. */
public interface PostListener {
    /** Returns true if posts should be reported. */
    boolean isOn();

    /** Called when a chain's requests have been posted to the send queue of a host's queue pair. */
    void sendsPosted(Gid host, int queuePair, SendChain chain);

    /** Called when a chain's Receives have been posted to a host's queue pair. */
    void receivesPosted(Gid host, int queuePair, ReceiveChain chain);
}
