// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Live counters of a device's caches, updated while the simulation runs. Confined to the simulation's thread.
 *
 * <p>A memory key is looked up once for each packet whose payload it covers, and its translations once for each line of
 * eight that the payload lies in. For a memory window, the window and its region are looked up; for an indirect key,
 * its context, the line of its list with the entry, and the key in that entry. {@code local_dma_lkey} has neither a key
 * nor a translation, so it causes no look-up here. {@link IommuStatistics} counts the subsequent look-ups in the IOMMU.
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
     * Returns the number of look-ups that did not find their entry. The entry was then read from the next level or from
     * the host's memory.
     *
     * @param cache the cache.
     * @return the misses; 0 if the cost model gives the cache unlimited entries.
     */
    long misses(NicCache cache);
}
