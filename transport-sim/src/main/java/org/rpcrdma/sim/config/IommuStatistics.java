// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Live counters of a device's IOMMU, which change while the simulation runs. Confined to the simulation's thread.
 *
 * <p>The DMA of a packet counts as one IOTLB access for each leaf (a page of 4 KB or more) that it touches. For
 * example, a packet counts as two accesses if its payload extends into the next leaf. The sender's device counts the
 * accesses that gather a payload, and the receiver's device counts the accesses that scatter it. Accesses that scatter
 * a SEND into a Receive's buffer also have their own counters. The IOMMU does not translate accesses to work queues,
 * completion queues, doorbells and the NIC's own contexts.
 */
public interface IommuStatistics {
    /**
     * Returns the number of DMA mappings created so far.
     *
     * @return the number, including mappings that have been removed.
     */
    long mappings();

    /**
     * Returns the number of DMA mappings removed so far.
     *
     * @return the number, at most {@link #mappings()}.
     */
    long unmappings();

    /**
     * Returns the total number of 4 KB pages that all mappings so far have covered.
     *
     * @return the sum over all mappings, including mappings that have been removed.
     */
    long pagesMapped();

    /**
     * Returns the number of 4 KB pages that are currently mapped.
     *
     * @return the mapped pages.
     */
    long livePages();

    /**
     * Returns the total number of page-table leaves that all mappings so far have used.
     *
     * @return the sum over all mappings, including mappings that have been removed. It equals the number of pages if
     *     every leaf covers 4 KB; it is 0 without translation.
     */
    long leavesMapped();

    /**
     * Returns the number of leaves that are currently in the page table.
     *
     * @return the live leaves.
     */
    long liveLeaves();

    /**
     * Returns the number of IOTLB hits.
     *
     * @return the hits of all DMA by the device.
     */
    long hits();

    /**
     * Returns the number of IOTLB misses.
     *
     * @return the misses of all DMA by the device.
     */
    long misses();

    /**
     * Returns the number of IOTLB hits while SENDs were scattered into Receive buffers.
     *
     * @return the hits; {@link #hits()} includes them.
     */
    long receiveHits();

    /**
     * Returns the number of IOTLB misses while SENDs were scattered into Receive buffers.
     *
     * @return the misses; {@link #misses()} includes them.
     */
    long receiveMisses();

    /**
     * Returns the number of memory reads by page walks. Each IOTLB miss causes one read, plus one read for each
     * page-walk cache that also misses.
     *
     * @return the number of reads.
     */
    long walkReads();

    /**
     * Returns the number of page walks that started from the given page-walk cache because it was the cache closest to
     * the leaves among the caches with an entry for the iova.
     *
     * @param level 1, 2 or 3; an entry of this level covers 512 GB, 1 GB or 2 MB, respectively.
     * @return the number of hits in that level.
     */
    long walkCacheHits(int level);

    /**
     * Returns the number of page walks that missed in the given page-walk cache.
     *
     * @param level 1, 2 or 3; an entry of this level covers 512 GB, 1 GB or 2 MB, respectively.
     * @return the number of misses in that level.
     */
    long walkCacheMisses(int level);

    /**
     * Returns the number of DMA accesses to removed mappings that a lazy IOMMU still translated from its IOTLB. An
     * access of this kind succeeded if the memory was still allocated; otherwise {@link #faults()} also counts it.
     * Without translation, returns the number of DMA accesses to memory that was allocated but not mapped.
     *
     * @return the stale accesses; 0 with a strict IOMMU.
     */
    long staleAccesses();

    /**
     * Returns the number of rejected DMA accesses. An access is rejected if its address has no mapping, or if the
     * mapping does not permit the direction of the access. Without translation, it is rejected if no memory is
     * allocated at its address.
     *
     * @return the faults.
     */
    long faults();
}
