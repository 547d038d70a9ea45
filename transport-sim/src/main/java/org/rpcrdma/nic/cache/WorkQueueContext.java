// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cache;

/** A work queue as the {@link WorkRequestCache} knows it. */
public class WorkQueueContext {
    final int number;
    /** The cache's entry with the request that was posted last, unless it was replaced. */
    int postedEntry;
    /** The cache's entry with the request that was taken last, unless it was replaced. */
    int takenEntry;

    public WorkQueueContext(final ContextMemory contexts) {
        number = contexts.countWorkQueue();
    }
}
