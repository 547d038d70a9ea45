// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.cost.CostParameter.MPT_L1_ENTRIES;
import static org.rpcrdma.sim.cost.CostParameter.MPT_L1_MISS;
import static org.rpcrdma.sim.cost.CostParameter.MPT_L2_ENTRIES;
import static org.rpcrdma.sim.cost.CostParameter.MPT_L2_MISS;
import static org.rpcrdma.sim.cost.CostParameter.MTT_L1_ENTRIES;
import static org.rpcrdma.sim.cost.CostParameter.MTT_L1_MISS;
import static org.rpcrdma.sim.cost.CostParameter.MTT_L2_ENTRIES;
import static org.rpcrdma.sim.cost.CostParameter.MTT_L2_MISS;
import static org.rpcrdma.sim.cost.CostParameter.QPC_ENTRIES;
import static org.rpcrdma.sim.cost.CostParameter.WQE_ENTRIES;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.port.WorkQueueContext;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;

/** Compares the NIC's caches with naive caches. */
class ContextMemoryTest {
    private static final int L1 = 20;
    private static final int L2 = 50;
    private static final CostModel COSTS = CostModel.defaults()
            .with(QPC_ENTRIES, 7)
            .with(WQE_ENTRIES, 4 * 10)
            .with(MPT_L1_ENTRIES, L1)
            .with(MPT_L2_ENTRIES, L2)
            .with(MTT_L1_ENTRIES, 8 * L1)
            .with(MTT_L2_ENTRIES, 8 * L2);

    private final long seed = Seed.get();
    private final SeededRandom random = new SeededRandom(seed);
    private final ContextMemory contexts = new ContextMemory(COSTS);
    private final NicCacheStatistics statistics = contexts.statistics();
    private final Map<NicCache, Long> hits = new HashMap<>();
    private final Map<NicCache, Long> misses = new HashMap<>();
    private long latency;
    private int reads;

    @Test
    void shouldReplaceKeysAndTranslationsExactly() {
        final NaiveCache<Boolean> queuePairs = new NaiveCache<>(7);
        final List<NaiveCache<Boolean>> keys = List.of(new NaiveCache<>(L1), new NaiveCache<>(L2));
        final List<NaiveCache<Boolean>> lines = List.of(new NaiveCache<>(L1), new NaiveCache<>(L2));
        for (int step = 0; step < 100_000; step++) {
            final int queuePair = random.nextInt(10);
            contexts.begin(queuePair);
            latency = 0;
            reads = 0;
            if (!use(queuePairs, queuePair, NicCache.QPC)) {
                latency += 540;
                reads++;
            }
            final int index = 2 + random.nextInt(80);
            contexts.useKey(index << 8 | random.nextInt(256));
            look(keys, index, NicCache.MPT_L1, NicCache.MPT_L2);
            final long entry = random.nextInt(64 * 8);
            contexts.useTranslation(index << 8, entry);
            look(lines, index * 1000L + entry / 8, NicCache.MTT_L1, NicCache.MTT_L2);
            assertEquals(latency, contexts.latency(), "seed=" + seed + " step=" + step);
            assertEquals(reads, contexts.reads(), "seed=" + seed + " step=" + step);
            if (random.nextInt(20) == 0) {
                contexts.forget(index << 8);
                keys.get(0).remove((long) index);
                keys.get(1).remove((long) index);
            }
        }
        assertCounts(NicCache.QPC, NicCache.MPT_L1, NicCache.MPT_L2, NicCache.MTT_L1, NicCache.MTT_L2);
    }

    private void look(
            final List<NaiveCache<Boolean>> levels, final long key, final NicCache first, final NicCache second) {
        if (!use(levels.get(0), key, first)) {
            latency += COSTS.nanos(first == NicCache.MPT_L1 ? MPT_L1_MISS : MTT_L1_MISS);
            if (!use(levels.get(1), key, second)) {
                latency += COSTS.nanos(first == NicCache.MPT_L1 ? MPT_L2_MISS : MTT_L2_MISS);
                reads++;
            }
        }
    }

    @Test
    void shouldKeepWorkRequestsFromPostToTurn() {
        final NaiveCache<Boolean> lines = new NaiveCache<>(10);
        final long[] posted = new long[6];
        final long[] taken = new long[posted.length];
        final WorkQueueContext[] queues = new WorkQueueContext[posted.length];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new WorkQueueContext(contexts);
        }
        for (int step = 0; step < 100_000; step++) {
            final int i = random.nextInt(posted.length);
            final boolean isSend = i % 2 == 0;
            contexts.begin(0);
            final long before = contexts.latency();
            if (posted[i] < taken[i] + 12 && random.nextInt(2) == 0) {
                lines.put(i * 1_000_000L + posted[i] / 4, true);
                contexts.posted(queues[i], posted[i]++);
                assertEquals(before, contexts.latency());
            } else if (taken[i] < posted[i]) {
                final long line = i * 1_000_000L + taken[i] / 4;
                final boolean isLast = taken[i] % 4 == 3;
                final NicCache cache = isSend ? NicCache.SEND_WQE : NicCache.RECEIVE_WQE;
                final boolean isHit = isLast ? count(lines.remove(line) != null, cache) : use(lines, line, cache);
                take(isSend, queues[i], taken[i]++);
                assertEquals(isHit ? 0 : 540, contexts.latency() - before, "seed=" + seed + " step=" + step);
            }
        }
        assertCounts(NicCache.SEND_WQE, NicCache.RECEIVE_WQE);
    }

    private void take(final boolean isSend, final WorkQueueContext queue, final long position) {
        if (isSend) {
            contexts.takeSend(queue, position);
        } else {
            contexts.takeReceive(queue, position);
        }
    }

    @Test
    void shouldCountTheSameKeyAndLineOnceForAPacket() {
        contexts.begin(1);
        for (int entry = 0; entry < 16; entry++) {
            contexts.useKey(0x500);
            contexts.useTranslation(0x500, entry);
        }
        assertEquals(1, statistics.misses(NicCache.MPT_L1));
        assertEquals(2, statistics.misses(NicCache.MTT_L1));
        assertEquals(0, statistics.hits(NicCache.MPT_L1) + statistics.hits(NicCache.MTT_L1));
        contexts.begin(1);
        contexts.useKey(0x500);
        contexts.useTranslation(0x500, 7);
        assertEquals(1, statistics.hits(NicCache.MPT_L1));
        assertEquals(1, statistics.hits(NicCache.MTT_L1));
        assertEquals(0, contexts.latency());
    }

    @Test
    void shouldNotMissIfEverythingFits() {
        final ContextMemory ideal = new ContextMemory(CostModel.preset("ideal"));
        for (int i = 0; i < 1000; i++) {
            ideal.begin(i);
            ideal.useKey(i << 8);
            ideal.useTranslation(i << 8, i * 8L);
            final WorkQueueContext queue = new WorkQueueContext(ideal);
            ideal.posted(queue, 0);
            ideal.takeSend(queue, 0);
            ideal.takeReceive(queue, 0);
            assertEquals(0, ideal.latency());
            assertEquals(0, ideal.reads());
        }
        for (final NicCache cache : NicCache.values()) {
            assertEquals(0, ideal.statistics().misses(cache), cache.name());
        }
        assertEquals(1000, ideal.statistics().hits(NicCache.QPC));
        assertEquals(1000, ideal.statistics().hits(NicCache.MTT_L1));
        assertEquals(1000, ideal.statistics().hits(NicCache.RECEIVE_WQE));
    }

    private void assertCounts(final NicCache... caches) {
        for (final NicCache cache : caches) {
            assertEquals(hits.get(cache), statistics.hits(cache), cache + " seed=" + seed);
            assertEquals(misses.get(cache), statistics.misses(cache), cache + " seed=" + seed);
        }
    }

    private boolean count(final boolean isHit, final NicCache cache) {
        (isHit ? hits : misses).merge(cache, 1L, Long::sum);
        return isHit;
    }

    private boolean use(final NaiveCache<Boolean> naive, final long key, final NicCache cache) {
        return count(naive.put(key, true) != null, cache);
    }
}
