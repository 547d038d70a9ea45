// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.rpcrdma.nic.link.Packet;

/** Where the requests that a queue pair takes can go. */
public interface ReceiveTargets {
    /** Where a request goes, or null where it names none that is there. */
    ReceiveTarget of(Packet packet);

    /** A shared queue that requests could name is closed: what was taken from it never completes. */
    default void forget(final int sharedQueue) {}

    /** Completes every Receive with WR_FLUSH_ERR. */
    void flush();

    /** Forgets the Receives: the queue pair has come to the end of a life. */
    void drop();
}
