// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.rpcrdma.nic.link.Packet;

/** The targets of the requests that a queue pair takes. */
public interface ReceiveTargets {
    /** Returns the target of a request, or null if it names none that exists. */
    ReceiveTarget of(Packet packet);

    /** Forgets a shared queue that is closed: what was taken from it never completes. */
    default void forget(final int sharedQueue) {}

    /** Completes every Receive with WR_FLUSH_ERR. */
    void flush();

    /** Forgets the Receives: the queue pair has come to the end of a life. */
    void drop();
}
