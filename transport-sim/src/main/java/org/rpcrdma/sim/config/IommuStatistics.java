// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Live counters of a device's IOMMU, updated while the simulation runs. Confined to the simulation's thread.
 *
 * <p>An IOTLB access counts once for each leaf (a page of 4 KB, or larger) that the DMA of one packet touches: a packet
 * whose payload lies in one leaf counts as one access, a packet that crosses into the next leaf as two. Gathering a
 * payload
 * counts on the sender's device, scattering it on the receiver's. The accesses that scatter a SEND into a Receive's
 * buffer are counted separately as well. Work queues, completion queues, doorbells and the NIC's own contexts are not
 * translated.
 */
public interface IommuStatistics {
    /**
     * Returns the number of DMA mappings created so far.
     *
     * @return the count, including mappings that have been removed.
     */
    long mappings();

    /**
     * Returns the number of DMA mappings removed so far.
     *
     * @return the count, at most {@link #mappings()}.
     */
    long unmappings();

    /**
     * Returns the number of 4 KB pages covered by all mappings so far.
     *
     * @return the sum over all mappings, including mappings that have been removed.
     */
    long pagesMapped();

    /**
     * Returns the number of 4 KB pages that are mapped now.
     *
     * @return the mapped pages.
     */
    long livePages();

    /**
     * Returns the number of page-table leaves of all mappings so far.
     *
     * @return the sum over all mappings, including mappings that have been removed: the number of pages if all leaves
     * are 4 KB; 0 without translation.
     */
    long leavesMapped();

    /**
     * Returns the number of leaves that are in the page table now.
     *
     * @return the live leaves.
     */
    long liveLeaves();

    /**
     * Returns the number of IOTLB hits.
     *
     * @return the hits of all the device's DMA.
     */
    long hits();

    /**
     * Returns the number of IOTLB misses.
     *
     * @return the misses of all the device's DMA.
     */
    long misses();

    /**
     * Returns the number of IOTLB hits while SENDs were scattered into Receive buffers.
     *
     * @return the hits, which {@link #hits()} includes.
     */
    long receiveHits();

    /**
     * Returns the number of IOTLB misses while SENDs were scattered into Receive buffers.
     *
     * @return the misses, which {@link #misses()} includes.
     */
    long receiveMisses();

    /**
     * Returns the number of memory reads by page walks: one per IOTLB miss, and one more per page-walk cache that also
     * missed.
     *
     * @return the number of reads.
     */
    long walkReads();

    /**
     * Returns the number of page walks that started from a page-walk cache, because it was the deepest cache with an
     * entry for the iova.
     *
     * @param level 1, 2 or 3, whose entries reach over 512 GB, 1 GB and 2 MB.
     * @return the hits of that level.
     */
    long walkCacheHits(int level);

    /**
     * Returns the number of page walks that missed in a page-walk cache.
     *
     * @param level 1, 2 or 3, whose entries reach over 512 GB, 1 GB and 2 MB.
     * @return the misses of that level.
     */
    long walkCacheMisses(int level);

    /**
     * Returns the number of DMA accesses to a removed mapping that the IOTLB of a lazy IOMMU still translated. An
     * access succeeded if the memory was still allocated; otherwise it also counts in {@link #faults()}. Without
     * translation, returns the number of DMA accesses to memory that was allocated but not mapped.
     *
     * @return the stale accesses; 0 with a strict IOMMU.
     */
    long staleAccesses();

    /**
     * Returns the number of rejected DMA accesses. They had no mapping or the wrong direction; without translation, no
     * memory.
     *
     * @return the faults.
     */
    long faults();
}
