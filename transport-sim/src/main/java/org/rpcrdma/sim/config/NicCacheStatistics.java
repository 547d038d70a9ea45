// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Live counters of a device's caches, which change while the simulation runs. Confined to the simulation's thread.
 *
 * <p>For each packet, the NIC looks up the memory key that covers the payload once, and the key's translations once per
 * line of eight that the payload touches. A memory window requires a look-up of the window and a look-up of its region.
 * An indirect key requires three look-ups: of its context, of the line that contains the list entry, and of the key in
 * that entry. {@code local_dma_lkey} has no key context and no translations, so it causes no look-ups here.
 * {@link IommuStatistics} counts the subsequent look-ups in the IOMMU.
 */
public interface NicCacheStatistics {
    /**
     * Returns the number of look-ups that found an entry in the given cache.
     *
     * @param cache the cache.
     * @return the hits.
     */
    long hits(NicCache cache);

    /**
     * Returns the number of look-ups that did not find an entry in the given cache. After a miss, the NIC reads the
     * entry from the next level or from the host's memory.
     *
     * @param cache the cache.
     * @return the misses; 0 if the cost model sets no limit for the cache.
     */
    long misses(NicCache cache);
}
