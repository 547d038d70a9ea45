// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import org.rpcrdma.sim.config.NicCache;

/**
 * One level of a NIC's context cache. A miss looks in the next level, or else reads the host's memory, and fills both
 * levels.
 */
final class ContextCache {
    /** Null if everything fits. */
    private final TranslationCache entries;

    private final NicCache cache;
    private final CacheCounters counters;
    private final long missLatency;
    private final ContextStall stall;
    /** The next level; null if the host's memory is next. */
    private final ContextCache behind;

    /**
     * Creates an empty cache.
     *
     * @param entries     number of entries; 0 for a cache that never misses.
     * @param missLatency latency of a miss, in nanoseconds.
     * @param stall       adds up the latencies of misses.
     */
    ContextCache(
            final NicCache cache,
            final CacheCounters counters,
            final int entries,
            final long missLatency,
            final ContextStall stall,
            final ContextCache behind) {
        this.entries = entries == 0 ? null : new TranslationCache(entries);
        this.cache = cache;
        this.counters = counters;
        this.missLatency = missLatency;
        this.stall = stall;
        this.behind = behind;
    }

    /** Looks up a context that is needed now. */
    void use(final long key) {
        if (entries == null || entries.find(key) != TranslationCache.ABSENT) {
            counters.countHit(cache);
        } else {
            miss(key);
        }
    }

    private void miss(final long key) {
        counters.countMiss(cache);
        entries.insert(key);
        stall.latency += missLatency;
        if (behind == null) {
            stall.reads++;
        } else {
            behind.use(key);
        }
    }

    /** Removes a context that has ended from all levels. */
    void forget(final long key) {
        if (entries != null) {
            entries.invalidate(key);
        }
        if (behind != null) {
            behind.forget(key);
        }
    }
}
