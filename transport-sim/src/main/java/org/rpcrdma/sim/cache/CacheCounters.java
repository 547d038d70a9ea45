// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;

/**
 * The counters of a NIC's caches. The caches update the counters, and programs read them as {@link NicCacheStatistics}.
 */
final class CacheCounters implements NicCacheStatistics {
    private final long[] hits = new long[NicCache.values().length];
    private final long[] misses = new long[NicCache.values().length];

    void countHit(final NicCache cache) {
        hits[cache.ordinal()]++;
    }

    void countMiss(final NicCache cache) {
        misses[cache.ordinal()]++;
    }

    @Override
    public long hits(final NicCache cache) {
        return hits[cache.ordinal()];
    }

    @Override
    public long misses(final NicCache cache) {
        return misses[cache.ordinal()];
    }
}
