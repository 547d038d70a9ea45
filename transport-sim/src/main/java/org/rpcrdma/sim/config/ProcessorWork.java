// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** The kinds of work on which a simulated processor spends time. */
public enum ProcessorWork {
    /** Allocating and freeing memory. */
    ALLOCATION,

    /** Searching shards for a free buffer. */
    SEARCH,

    /** Waiting for I/O virtual addresses while the processor's magazines are empty. */
    IOVA,

    /** Creating and removing DMA mappings, without the work that other constants cover. */
    MAPPING,

    /** Invalidating the IOTLB. */
    INVALIDATION,

    /** Registering memory: work on regions, fast-register regions, windows and their mkeys. */
    REGISTRATION,

    /** Posting work requests, except a connection's initial Receives. */
    POSTING,

    /**
     * Polling completions and handling completion events, except for requests that are flushed when a connection ends.
     */
    COMPLETION,

    /**
     * Creating and connecting queues, posting their initial Receives, and polling the completions that are flushed when
     * the connection ends.
     */
    CONNECTION,

    /** Serving calls. */
    SERVICE
}
