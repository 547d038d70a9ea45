// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Counters of a device's caches. Live: they go on while the simulation runs.
 *
 * <p>A memory key is looked up once for each packet whose payload it covers, and its translations once for each line of
 * eight that the payload lies in. A memory window is looked up beside the region behind it; of an indirect key its own
 * context, the line of its list that has the entry, and the key behind it. {@code local_dma_lkey} has neither key nor
 * translation and counts nothing. {@link IommuStatistics} counts the IOMMU's look-ups behind that.
 */
public interface NicCacheStatistics {
    /**
     * Returns the number of look-ups that found their entry.
     *
     * @param cache the cache.
     * @return the hits.
     */
    long hits(NicCache cache);

    /**
     * Returns the number of look-ups that did not find their entry, which was then read from the next level or from the
     * host's memory.
     *
     * @param cache the cache.
     * @return the misses; 0 if everything fits by the cost model.
     */
    long misses(NicCache cache);
}
