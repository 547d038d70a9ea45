// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.cache.TranslationCache;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The caches between the device and a {@link PageTable}: the IOTLB, which caches leaves, and one page-walk cache for
 * each upper level of the table. All caches evict the least recently used entry.
 *
 * <pre>
 * iova -> IOTLB      a hit: no read
 *           | miss: one read of the leaf's table, which is found in
 *         walk cache L3, 2 MB    (skipped for a leaf of 2 MB, one level higher)
 *           | miss: another read
 *         walk cache L2, 1 GB
 *           | miss: another read
 *         walk cache L1, 512 GB
 *           | miss: another read
 * </pre>
 *
 * <p>A page walk reads the cache line of eight page-table entries that contains the leaf. The line is near (in the
 * last-level cache) if it was read recently. Neighbouring iovas share a line, although each iova has its own IOTLB
 * entry.
 *
 * <p>An IOTLB entry covers one leaf of any size. Unmapped addresses are not cached.
 */
final class Iotlb {
    private static final int LEVELS = 3;
    /** The number of bits of a key that contain the leaf's size. */
    private static final int SIZE_BITS = 6;

    private static final long NO_LEAF = -1;
    /** The initial number of entries, which is sufficient for most clients. */
    private static final int FIRST_ENTRIES = 8;

    private final PageTable pageTable;
    private final IommuCounters counters;
    private final TranslationCache cache;
    /** The leaf in each entry. The array grows as entries are used. */
    private long[] leaves;

    private int[] mappings;
    /** The sizes of the cached leaves, as shifts, in the order in which they first occurred. */
    private int[] shifts = {};

    private final TranslationCache[] walkCaches = new TranslationCache[LEVELS];
    /** The cache lines of page-table entries that are near (in the last-level cache); null if all lines are near. */
    private final TranslationCache lines;

    private final long lineLatency;
    private final long missLatency;
    private final long walkMissLatency;

    private boolean isReceive;
    private int lastShift = Pages.SHIFT;
    private long lastLeaf = NO_LEAF;
    private int lastEntry;
    private long latency;
    private int misses;
    private int walks;
    private int farLines;

    Iotlb(final PageTable pageTable, final CostModel costs, final IommuCounters counters) {
        this.pageTable = pageTable;
        this.counters = counters;
        final int entries = costs.count(CostParameter.IOTLB_ENTRIES);
        cache = new TranslationCache(entries);
        leaves = new long[Math.min(FIRST_ENTRIES, entries)];
        mappings = new int[leaves.length];
        walkCaches[0] = new TranslationCache(costs.count(CostParameter.WALK_CACHE_L1_ENTRIES));
        walkCaches[1] = new TranslationCache(costs.count(CostParameter.WALK_CACHE_L2_ENTRIES));
        walkCaches[2] = new TranslationCache(costs.count(CostParameter.WALK_CACHE_L3_ENTRIES));
        final int nearLines = costs.count(CostParameter.LEAF_LINES);
        lines = nearLines == 0 ? null : new TranslationCache(nearLines);
        lineLatency = costs.nanos(CostParameter.LEAF_LINE_MISS);
        missLatency = costs.nanos(CostParameter.IOTLB_MISS);
        walkMissLatency = costs.nanos(CostParameter.WALK_MISS);
    }

    void beginTransfer(final boolean scattersReceive) {
        isReceive = scattersReceive;
        lastLeaf = NO_LEAF;
        latency = 0;
        misses = 0;
        walks = 0;
        farLines = 0;
    }

    long latency() {
        return latency;
    }

    /** Returns the number of misses since the transfer began. Each miss caused a page walk. */
    int misses() {
        return misses;
    }

    /** Returns the number of reads by page walks since the transfer began. */
    int walks() {
        return walks;
    }

    /**
     * Returns the number of cache lines that page walks have had to read from memory since the transfer began, because
     * they were not near.
     */
    int farLines() {
        return farLines;
    }

    /**
     * Returns the entry that contains the leaf of an iova. On a miss, first loads the leaf. Returns ABSENT if the iova
     * is not mapped.
     */
    int find(final long iova) {
        if (iova >>> lastShift == lastLeaf) {
            return lastEntry;
        }
        for (final int shift : shifts) {
            final int entry = cache.find(key(iova, shift));
            if (entry != TranslationCache.ABSENT) {
                counters.hits++;
                if (isReceive) {
                    counters.receiveHits++;
                }
                return use(iova, shift, entry);
            }
        }
        return walk(iova);
    }

    /** Returns the leaf in an entry. */
    long leaf(final int entry) {
        return leaves[entry];
    }

    /** Returns the DMA mapping to which an entry's leaf belongs. */
    int mapping(final int entry) {
        return mappings[entry];
    }

    /** Removes the leaf with the given size at an iova. */
    void invalidate(final long iova, final int shift) {
        cache.invalidate(key(iova, shift));
        lastLeaf = NO_LEAF;
    }

    /** Removes all leaves. */
    void clear() {
        cache.clear();
        for (final TranslationCache walkCache : walkCaches) {
            walkCache.clear();
        }
        lastLeaf = NO_LEAF;
    }

    private int use(final long iova, final int shift, final int entry) {
        lastShift = shift;
        lastLeaf = iova >>> shift;
        lastEntry = entry;
        return entry;
    }

    private int walk(final long iova) {
        misses++;
        counters.misses++;
        if (isReceive) {
            counters.receiveMisses++;
        }
        final PageTable.Row row = pageTable.find(iova);
        final long leaf = row == null ? Iommu.FAULT : row.leaf(iova);
        final int shift = PageTable.shift(leaf);
        final int upperReads = readUpperLevels(iova, shift == PageTable.HUGE_SHIFT ? LEVELS - 1 : LEVELS);
        latency += missLatency + upperReads * walkMissLatency;
        walks += 1 + upperReads;
        counters.walkReads += 1 + upperReads;
        if (leaf == Iommu.FAULT) {
            return TranslationCache.ABSENT;
        }
        if (lines != null) {
            readLine(iova, row.shift());
        }
        addShift(shift);
        final int entry = cache.insert(key(iova, shift));
        if (entry >= leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * leaves.length);
            mappings = Arrays.copyOf(mappings, leaves.length);
        }
        leaves[entry] = leaf;
        mappings[entry] = row.mapping(iova);
        return use(iova, shift, entry);
    }

    private void addShift(final int shift) {
        for (final int known : shifts) {
            if (known == shift) {
                return;
            }
        }
        shifts = Arrays.copyOf(shifts, shifts.length + 1);
        shifts[shifts.length - 1] = shift;
    }

    /**
     * Reads the cache line that contains an iova's entry in a table. {@code shift} is the size that one entry of this
     * table covers, as a shift.
     */
    private void readLine(final long iova, final int shift) {
        final long line = key(iova, shift + PageTable.LINE_BITS);
        if (lines.find(line) == TranslationCache.ABSENT) {
            lines.insert(line);
            latency += lineLatency;
            farLines++;
        }
    }

    /**
     * Walks down to level {@code lowest}, starting from the deepest level that is cached. Returns the number of levels
     * that were not cached.
     */
    private int readUpperLevels(final long iova, final int lowest) {
        int level = lowest;
        while (level > 0 && isMissing(level, iova)) {
            level--;
        }
        return lowest - level;
    }

    private boolean isMissing(final int level, final long iova) {
        final TranslationCache walkCache = walkCaches[level - 1];
        final long reach = iova >>> PageTable.reachShift(level);
        if (walkCache.find(reach) != TranslationCache.ABSENT) {
            counters.walkCacheHits[level - 1]++;
            return false;
        }
        walkCache.insert(reach);
        counters.walkCacheMisses[level - 1]++;
        return true;
    }

    private static long key(final long iova, final int shift) {
        return iova >>> shift << SIZE_BITS | shift;
    }
}
