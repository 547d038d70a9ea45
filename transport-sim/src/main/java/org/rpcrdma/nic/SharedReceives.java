// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cache.ContextMemory;

/**
 * The Receives of a shared queue. A Receive leaves it when a queue pair takes it, and its place is free once its
 * completion was polled, in whatever order that happens:
 *
 * <pre>
 * reclaimed      &lt;= consumed    &lt;= tail &lt;= reclaimed + limit
 *   as many were      taken by          posted
 *   polled            queue pairs
 * </pre>
 */
final class SharedReceives extends ReceiveQueue {
    SharedReceives(final int domain, final ContextMemory contexts, final int limit, final int maxSge) {
        super(domain, contexts, null, limit, maxSge, 0);
    }

    /** Receives that no queue pair has taken. */
    long left() {
        return tail - consumed;
    }

    /** Receives whose place is not free. */
    int outstanding() {
        return (int) (tail - reclaimed);
    }

    /** As many Receives were polled, or will never complete: their places are free. */
    void free(final long count) {
        reclaimed += count;
    }
}
