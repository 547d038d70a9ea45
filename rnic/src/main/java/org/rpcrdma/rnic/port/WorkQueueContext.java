// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** The part of a work queue that {@link NicCaches} uses. */
public class WorkQueueContext {
    /** The number of the queue, unique among the device's work queues. */
    public final int number;
    /** The cache entry of the most recently posted request. Stale if the entry has been replaced. */
    public int postedEntry;
    /** The cache entry of the most recently fetched request. Stale if the entry has been replaced. */
    public int takenEntry;

    public WorkQueueContext(final NicCaches caches) {
        number = caches.newWorkQueue();
    }
}
