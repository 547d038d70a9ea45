// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import org.rpcrdma.rnic.port.WorkQueueContext;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * A NIC's cache of work requests, in lines of four. When a request is posted, the NIC prefetches it at no cost. If the
 * request is evicted before the NIC executes it, the NIC has to read it again, which takes time. A line becomes free
 * after its last request has been executed.
 *
 * <pre>
 * key    63         34 33                 0
 *       | work queue  | position of the line |    a queue's positions only increase
 * </pre>
 */
final class WorkRequestCache {
    private static final int LINE_SHIFT = 2;
    private static final int LINE = 1 << LINE_SHIFT;
    private static final int POSITION_BITS = 34;
    private static final long POSITION_MASK = (1L << POSITION_BITS) - 1;

    /** The cached lines; null for a cache that never misses. */
    private final TranslationCache lines;

    private final CacheCounters counters;
    private final long missLatency;
    private final ContextStall stall;

    WorkRequestCache(final CostModel costs, final CacheCounters counters, final ContextStall stall) {
        final int entries = costs.count(CostParameter.WQE_ENTRIES);
        lines = entries == 0 ? null : new TranslationCache(Math.max(1, entries / LINE));
        missLatency = costs.nanos(CostParameter.WQE_MISS);
        this.counters = counters;
        this.stall = stall;
    }

    /** Prefetches a request when it is posted. */
    void readAhead(final WorkQueueContext queue, final long position) {
        if (lines != null) {
            final long key = key(queue.number, position);
            final int entry = lines.find(key, queue.postedEntry);
            queue.postedEntry = entry == TranslationCache.ABSENT ? lines.insert(key) : entry;
        }
    }

    /** Looks up a request when the NIC starts executing it. */
    void take(final NicCache cache, final WorkQueueContext queue, final long position) {
        if (lines == null) {
            counters.countHit(cache);
            return;
        }
        final long key = key(queue.number, position);
        if ((position & LINE - 1) == LINE - 1) {
            count(cache, lines.remove(key, queue.takenEntry));
            return;
        }
        final int entry = lines.find(key, queue.takenEntry);
        final boolean isThere = entry != TranslationCache.ABSENT;
        count(cache, isThere);
        queue.takenEntry = isThere ? entry : lines.insert(key);
    }

    private void count(final NicCache cache, final boolean isThere) {
        if (isThere) {
            counters.countHit(cache);
        } else {
            counters.countMiss(cache);
            stall.latency += missLatency;
            stall.reads++;
        }
    }

    private static long key(final int queue, final long position) {
        return (long) queue << POSITION_BITS | position >>> LINE_SHIFT & POSITION_MASK;
    }
}
