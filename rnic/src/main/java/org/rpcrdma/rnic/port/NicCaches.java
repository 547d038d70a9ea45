// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** The NIC's caches of contexts in host memory; is notified of the contexts that a packet needs. */
public interface NicCaches {
    /** Returns the caches of a device that keeps all contexts itself. */
    static NicCaches unlimited() {
        return new NicCaches() {};
    }

    /** Returns the number of a new work queue. */
    default int newWorkQueue() {
        return 0;
    }

    /** A packet of a queue pair begins. */
    default void begin(final int queuePair) {}

    /** The packet needs a memory key. */
    default void useKey(final int key) {}

    /**
     * The packet needs a translation.
     *
     * @param origin identifies the list of translations.
     * @param entry  index in the list.
     */
    default void useTranslation(final int origin, final long entry) {}

    /** A memory key is gone. */
    default void forget(final int key) {}

    /** A request is posted. */
    default void posted(final WorkQueueContext workQueue, final long position) {}

    /** The device takes a send request. */
    default void takeSend(final WorkQueueContext workQueue, final long position) {}

    /** The device takes a Receive. */
    default void takeReceive(final WorkQueueContext workQueue, final long position) {}
}
