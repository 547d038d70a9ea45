// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/**
 * What a device's caches have counted. Live: the counters go on while the simulation runs.
 *
 * <p>A memory key is looked up once for each packet whose payload it covers, and its translations once for each line of
 * eight that the payload lies in. A memory window is looked up beside the region behind it; of an indirect key its own
 * context, the line of its list that has the entry, and the key behind it. {@code local_dma_lkey} has neither key nor
 * translation and counts nothing. What the IOMMU does behind that, {@link IommuStatistics} counts.
 */
public final class NicCacheStatistics {
    final long[] hits = new long[NicCache.values().length];
    final long[] misses = new long[NicCache.values().length];

    NicCacheStatistics() {}

    /**
     * Look-ups that found what they looked for.
     *
     * @param cache where.
     * @return how many.
     */
    public long hits(final NicCache cache) {
        return hits[cache.ordinal()];
    }

    /**
     * Look-ups that did not find what they looked for, so that it was read from the level behind, or from the host's
     * memory.
     *
     * @param cache where.
     * @return how many; 0 where the cost model lets everything fit.
     */
    public long misses(final NicCache cache) {
        return misses[cache.ordinal()];
    }
}
