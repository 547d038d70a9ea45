// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import org.rpcrdma.verbs.Completions;

/**
 * Records the work of the device and its driver, and charges it to the caller's CPU. By default, the methods do
 * nothing, because real work takes real time.
 */
public interface Meter {
    /**
     * Called when a chain of sends is posted.
     *
     * @param chain the chain, which provides its number of requests and bytes.
     */
    default void sendsPosted(final PostedSends chain) {}

    /**
     * Called when the driver rings a doorbell.
     *
     * @param isOfConnection true for Receives that are posted before their queue pair is connected.
     */
    default void doorbell(final boolean isOfConnection) {}

    /**
     * Called when a completion queue's handler is called.
     *
     * @param isOfEnd true if the oldest completion in the queue belongs to a flushed request.
     */
    default void completionEvent(final boolean isOfEnd) {}

    /** Called when completions are polled. */
    default void polled(final Completions batch) {}

    /** Called when a completion queue is created. */
    default void completionQueueCreated() {}

    /** Called when a queue pair is created. */
    default void queuePairCreated() {}

    /** Called when a connection is requested or accepted. */
    default void connecting() {}

    /** Called when a memory key is created. */
    default void keyCreated() {}

    /** Called when a memory key is destroyed. */
    default void keyDestroyed() {}

    /** Called when pages are registered with a key. */
    default void registered(final long pages) {}

    /** Called when pages are deregistered. */
    default void deregistered(final long pages) {}

    /** Called when a registration's access rights change. */
    default void rightsChanged() {}

    /**
     * Called when a registration is moved to different memory.
     *
     * @param pages    the number of pages of the new memory.
     * @param oldPages the number of pages of the previous memory.
     */
    default void memoryChanged(final long pages, final long oldPages) {}

    /** Called when a fast-register region is allocated. */
    default void fastRegionAllocated() {}

    /** Called when a fast-register region is freed. */
    default void fastRegionFreed() {}

    /** Called when a page list is set. */
    default void pageListSet(final long pages) {}

    /** Called when advice makes pages of an on-demand region present. */
    default void prefetched(final long pages) {}
}
