// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** The kinds of work that a simulated processor spends its time on. */
public enum ProcessorWork {
    /** Allocating and freeing memory. */
    ALLOCATION,

    /** Searching shards for a free buffer. */
    SEARCH,

    /** Waiting for I/O virtual addresses when the processor's magazines are empty. */
    IOVA,

    /** DMA mappings, made and ended as a whole. */
    MAPPING,

    /** Invalidating the IOTLB. */
    INVALIDATION,

    /** Registering memory: regions, fast-register regions, windows and their mkeys. */
    REGISTRATION,

    /** Posting work requests, but for the Receives that a connection begins with. */
    POSTING,

    /** Taking completions and their events, but for requests that a connection's end flushed. */
    COMPLETION,

    /**
     * Making queues and connecting them, posting their first Receives, and taking the completions that their end
     * flushes.
     */
    CONNECTION,

    /** Serving calls. */
    SERVICE
}
