// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.port.NicCaches;

/**
 * The Receives of a shared queue. A Receive leaves the queue when a queue pair consumes it. Its slot becomes free when
 * its completion is polled, in any order:
 *
 * <pre>
 * reclaimed      &lt;= consumed    &lt;= tail &lt;= reclaimed + limit
 *   number            consumed by       posted
 *   polled            queue pairs
 * </pre>
 */
final class SharedReceiveRing extends ReceiveQueue {
    SharedReceiveRing(final int domain, final NicCaches contexts, final int limit, final int maxSge) {
        super(domain, contexts, null, limit, maxSge, 0);
    }

    /** Returns the number of Receives that no queue pair has consumed. */
    long left() {
        return tail - consumed;
    }

    /** Returns the number of Receives whose slots are not free yet. */
    int outstanding() {
        return (int) (tail - reclaimed);
    }

    /** Frees the slots of the given number of Receives, which have been polled or will never complete. */
    void free(final long count) {
        reclaimed += count;
    }
}
