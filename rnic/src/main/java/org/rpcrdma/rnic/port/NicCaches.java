// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/**
 * The NIC's caches for contexts that are stored in host memory. The methods report each context that a packet needs.
 */
public interface NicCaches {
    /** Returns the caches of a device that stores all contexts on the NIC. */
    static NicCaches unlimited() {
        return new NicCaches() {};
    }

    /** Assigns a number to a new work queue. */
    default int newWorkQueue() {
        return 0;
    }

    /** Called when a device starts processing a queue pair's packet. */
    default void begin(final int queuePair) {}

    /** Called when the current packet needs a memory key. */
    default void useKey(final int key) {}

    /**
     * Called when the current packet needs a translation.
     *
     * @param origin identifies the list of translations.
     * @param entry  the index in the list.
     */
    default void useTranslation(final int origin, final long entry) {}

    /** Called when a memory key has been removed. */
    default void forget(final int key) {}

    /** Called when a request is posted. */
    default void posted(final WorkQueueContext workQueue, final long position) {}

    /** Called when the device fetches a send request. */
    default void takeSend(final WorkQueueContext workQueue, final long position) {}

    /** Called when the device fetches a Receive. */
    default void takeReceive(final WorkQueueContext workQueue, final long position) {}
}
