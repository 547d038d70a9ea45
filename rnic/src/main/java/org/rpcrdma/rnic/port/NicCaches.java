// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** The NIC's caches of contexts that are stored in host memory. Is notified of each context that a packet needs. */
public interface NicCaches {
    /** Returns caches for a device that stores all contexts on the NIC. */
    static NicCaches unlimited() {
        return new NicCaches() {};
    }

    /** Assigns a number to a new work queue. */
    default int newWorkQueue() {
        return 0;
    }

    /** Called when the processing of a queue pair's packet begins. */
    default void begin(final int queuePair) {}

    /** Called when the packet needs a memory key. */
    default void useKey(final int key) {}

    /**
     * Called when the packet needs a translation.
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
