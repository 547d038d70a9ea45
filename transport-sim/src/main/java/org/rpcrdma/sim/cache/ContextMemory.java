// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.port.WorkQueueContext;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.BusyTime;

/**
 * The contexts that a NIC keeps in its host's memory (the interconnect context memory, ICM), and the NIC's LRU caches
 * for them:
 *
 * <pre>
 * queue pairs    QPC                               - host's memory
 * work requests  WQE, lines of 4                   - host's memory
 * memory keys    MPT L1             - MPT L2       - host's memory
 * translations   MTT L1, lines of 8 - MTT L2       - host's memory     64 bytes, one PCIe read, per line
 * </pre>
 *
 * <p>A miss adds latency to the current packet. Reading the context from the host's memory also occupies the DMA
 * engine, but the IOMMU does not translate this read. A key's translations start on a new cache line. When the NIC
 * changes a context itself, because a work request registers memory or binds a window, it writes the change through its
 * caches, so the context stays cached. Destroying a key removes only the key from the caches; its translations remain
 * until they are evicted.
 *
 * <p>Repeating the previous look-up of a queue pair, key or line is almost free.
 */
public final class ContextMemory implements NicCaches {
    /** The binary logarithm of the number of translations in a cache line. */
    private static final int LINE_SHIFT = 3;

    /** A memory key is a 24-bit index followed by a byte that its owner chooses. */
    private static final int KEY_INDEX_SHIFT = 8;

    private static final int NO_KEY = 0;
    private static final long NO_LINE = -1;

    private final CacheCounters counters = new CacheCounters();
    private final ContextStall stall = new ContextStall();
    private final ContextCache queuePairs;
    private final WorkRequestCache requests;
    private final ContextCache keys;
    private final ContextCache translations;
    /** The maximum number of concurrent fetches; 0 means unlimited. */
    private final int fetches;

    private int lastKey;
    private long lastLine;
    private int workQueues;

    public ContextMemory(final CostModel costs) {
        fetches = costs.count(CostParameter.CONTEXT_FETCHES);
        queuePairs = level(NicCache.QPC, costs, CostParameter.QPC_ENTRIES, 0, CostParameter.QPC_MISS, null);
        requests = new WorkRequestCache(costs, counters, stall);
        final ContextCache secondKeys =
                level(NicCache.MPT_L2, costs, CostParameter.MPT_L2_ENTRIES, 0, CostParameter.MPT_L2_MISS, null);
        keys = level(NicCache.MPT_L1, costs, CostParameter.MPT_L1_ENTRIES, 0, CostParameter.MPT_L1_MISS, secondKeys);
        final ContextCache secondLines = level(
                NicCache.MTT_L2, costs, CostParameter.MTT_L2_ENTRIES, LINE_SHIFT, CostParameter.MTT_L2_MISS, null);
        translations = level(
                NicCache.MTT_L1,
                costs,
                CostParameter.MTT_L1_ENTRIES,
                LINE_SHIFT,
                CostParameter.MTT_L1_MISS,
                secondLines);
    }

    private ContextCache level(
            final NicCache cache,
            final CostModel costs,
            final CostParameter entries,
            final int lineShift,
            final CostParameter missLatency,
            final ContextCache behind) {
        final int count = costs.count(entries);
        final int lines = count == 0 ? 0 : Math.max(1, count >> lineShift);
        return new ContextCache(cache, counters, lines, costs.nanos(missLatency), stall, behind);
    }

    public NicCacheStatistics statistics() {
        return counters;
    }

    /** Starts the accounting for a queue pair's packet, when the packet arrives or when the NIC is about to send it. */
    @Override
    public void begin(final int queuePair) {
        stall.clear();
        lastKey = NO_KEY;
        lastLine = NO_LINE;
        queuePairs.use(queuePair);
    }

    /** Returns true if no cache miss has delayed the current packet. */
    public boolean isNothingMissed() {
        return (stall.latency | stall.reads) == 0;
    }

    /** Returns the latency, in ns, that cache misses have added to the current packet. */
    public long latency() {
        return stall.latency;
    }

    /** Returns the time, in ps, by which the current packet's cache misses delay its responder. */
    public long fetchPicos() {
        return fetches == 0 ? 0 : stall.latency * BusyTime.PICOS / fetches;
    }

    /** Returns the number of reads from the host's memory that the current packet has caused. */
    public int reads() {
        return stall.reads;
    }

    /** Looks up the key of the current packet's payload. */
    @Override
    public void useKey(final int key) {
        if (key != lastKey) {
            lastKey = key;
            keys.use(mptIndex(key));
        }
    }

    /**
     * Looks up the key and translation of the current packet's payload.
     *
     * @param origin the key's original value.
     * @param entry  the index of the translation.
     */
    @Override
    public void useTranslation(final int origin, final long entry) {
        final long line = ((long) origin << Integer.SIZE) + (entry >>> LINE_SHIFT);
        if (line != lastLine) {
            lastLine = line;
            translations.use(line);
        }
    }

    private static int mptIndex(final int key) {
        return key >>> KEY_INDEX_SHIFT;
    }

    /** Removes a destroyed key. */
    @Override
    public void forget(final int key) {
        keys.forget(mptIndex(key));
    }

    /** Returns an unused number, for a new work queue. */
    @Override
    public int newWorkQueue() {
        return workQueues++;
    }

    /** Prefetches a work request when it is posted. */
    @Override
    public void posted(final WorkQueueContext workQueue, final long position) {
        requests.readAhead(workQueue, position);
    }

    /** Looks up a send request when the NIC starts executing it. */
    @Override
    public void takeSend(final WorkQueueContext workQueue, final long position) {
        requests.take(NicCache.SEND_WQE, workQueue, position);
    }

    /** Looks up the Receive that an incoming message consumes. */
    @Override
    public void takeReceive(final WorkQueueContext workQueue, final long position) {
        requests.take(NicCache.RECEIVE_WQE, workQueue, position);
    }
}
