// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import org.rpcrdma.verbs.Completions;

/**
 * Is notified of the work of the device and its driver, and charges it to the caller's processor. By default the
 * methods do nothing, as real work takes real time.
 */
public interface Meter {
    /**
     * A chain of sends is posted.
     *
     * @param chain its size in requests and bytes.
     */
    default void sendsPosted(final PostedSends chain) {}

    /**
     * The driver rings a doorbell.
     *
     * @param isOfConnection true for Receives that are posted before their queue pair is connected.
     */
    default void doorbell(final boolean isOfConnection) {}

    /**
     * A completion queue's handler is called.
     *
     * @param isOfEnd true if the queue begins with a flushed request.
     */
    default void completionEvent(final boolean isOfEnd) {}

    /** Completions are polled. */
    default void polled(final Completions batch) {}

    /** A completion queue is created. */
    default void completionQueueCreated() {}

    /** A queue pair is created. */
    default void queuePairCreated() {}

    /** A connection is requested or accepted. */
    default void connecting() {}

    /** A memory key is created. */
    default void keyCreated() {}

    /** A memory key is destroyed. */
    default void keyDestroyed() {}

    /** Pages are registered with a key. */
    default void registered(final long pages) {}

    /** Pages are deregistered. */
    default void deregistered(final long pages) {}

    /** The rights of a registration are changed. */
    default void rightsChanged() {}

    /**
     * A registration gets other memory.
     *
     * @param pages    pages of the new memory.
     * @param oldPages pages of the memory before.
     */
    default void memoryChanged(final long pages, final long oldPages) {}

    /** A fast-register region is allocated. */
    default void fastRegionAllocated() {}

    /** A fast-register region is freed. */
    default void fastRegionFreed() {}

    /** A page list is set. */
    default void pageListSet(final long pages) {}

    /** Pages of an on-demand region are made present on advice. */
    default void prefetched(final long pages) {}
}
