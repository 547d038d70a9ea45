// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** A NIC's caches for contexts in its host's memory. {@link NicCacheStatistics} counts each cache separately. */
public enum NicCache {
    /**
     * Queue pair contexts (QPC). The NIC looks up a context for each packet that arrives, and whenever it is a queue
     * pair's turn to send.
     */
    QPC,
    /** Send work requests (WQE). The NIC looks up a request when it starts executing the request. */
    SEND_WQE,
    /**
     * Receive work requests (WQE), which share the cache with send requests. The NIC looks up a request when a message
     * consumes the Receive.
     */
    RECEIVE_WQE,
    /** The first level for memory keys (the memory protection table, MPT). */
    MPT_L1,
    /** The second level for memory keys, which is searched if the first level misses. */
    MPT_L2,
    /** The first level for the translations of regions (the memory translation table, MTT). */
    MTT_L1,
    /** The second level for translations, which is searched if the first level misses. */
    MTT_L2
}
