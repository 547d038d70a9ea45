// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** Caches of a NIC for contexts in its host's memory; {@link NicCacheStatistics} counts each separately. */
public enum NicCache {
    /**
     * Queue pair contexts (QPC): looked up for each packet that arrives, and each time a queue pair's turn to send
     * comes.
     */
    QPC,
    /** Send work requests (WQE): looked up when the NIC starts to execute a request. */
    SEND_WQE,
    /** Receive work requests (WQE), in the same cache as send requests: looked up when a message consumes a Receive. */
    RECEIVE_WQE,
    /** Memory keys (the memory protection table, MPT), first level. */
    MPT_L1,
    /** Memory keys, second level: looked up if the first level misses. */
    MPT_L2,
    /** Translations of regions (the memory translation table, MTT), first level. */
    MTT_L1,
    /** Translations of regions, second level: looked up if the first level misses. */
    MTT_L2
}
