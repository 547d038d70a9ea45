// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import org.rpcrdma.sim.config.NicCache;

/**
 * One level of a NIC's context cache. On a miss, the next level is searched. If that level also misses, the context is
 * read from the host's memory and then stored in both levels.
 */
final class ContextCache {
    /** The number of entries; 0 for a cache that never misses. */
    private final int limit;
    /** The cached contexts; null until the first miss. */
    private TranslationCache entries;

    private final NicCache cache;
    private final CacheCounters counters;
    private final long missLatency;
    private final ContextStall stall;
    /** The next level; null for the last level before the host's memory. */
    private final ContextCache behind;

    /**
     * Creates an empty cache.
     *
     * @param entries     the number of entries; 0 for a cache that never misses.
     * @param missLatency the latency of a miss in nanoseconds.
     * @param stall       the counter to which each miss adds its latency.
     */
    ContextCache(
            final NicCache cache,
            final CacheCounters counters,
            final int entries,
            final long missLatency,
            final ContextStall stall,
            final ContextCache behind) {
        limit = entries;
        this.cache = cache;
        this.counters = counters;
        this.missLatency = missLatency;
        this.stall = stall;
        this.behind = behind;
    }

    /** Looks up the context that the current packet needs, and loads the context if it is not cached. */
    void use(final long key) {
        if (entries == null ? limit == 0 : entries.find(key) != TranslationCache.ABSENT) {
            counters.countHit(cache);
        } else {
            miss(key);
        }
    }

    private void miss(final long key) {
        counters.countMiss(cache);
        if (entries == null) {
            entries = new TranslationCache(limit);
        }
        entries.insert(key);
        stall.latency += missLatency;
        if (behind == null) {
            stall.reads++;
        } else {
            behind.use(key);
        }
    }

    /** Removes a destroyed context from this level and the next. */
    void forget(final long key) {
        if (entries != null) {
            entries.invalidate(key);
        }
        if (behind != null) {
            behind.forget(key);
        }
    }
}
