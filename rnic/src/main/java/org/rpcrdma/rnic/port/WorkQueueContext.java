// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** A work queue as the {@link NicCaches} know it. */
public class WorkQueueContext {
    /** Number among the device's work queues. */
    public final int number;
    /** The cache's entry with the request that was posted last, unless it was replaced. */
    public int postedEntry;
    /** The cache entry of the last request taken; stale if the entry has been replaced. */
    public int takenEntry;

    public WorkQueueContext(final NicCaches caches) {
        number = caches.newWorkQueue();
    }
}
