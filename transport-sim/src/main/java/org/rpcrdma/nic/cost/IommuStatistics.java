// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/**
 * What a device's IOMMU has counted. Live: the counters go on while the simulation runs.
 *
 * <p>An IOTLB access is counted once for each leaf (page of 4 KB, where leaves are not larger) that the DMA of one packet
 * touches: a packet whose payload lies in one page counts one, one that crosses from a leaf to the next two. Gathering a packet's payload at its sender and
 * scattering it at its receiver count each on their own device. Of these, the accesses that scatter a SEND into a
 * Receive's buffer are counted separately as well. Work queues, completion queues, doorbells and the NIC's own contexts are
 * not translated.
 */
public interface IommuStatistics {
    /**
     * DMA mappings made.
     *
     * @return how many, ended ones included.
     */
    long mappings();

    /**
     * DMA mappings ended.
     *
     * @return how many.
     */
    long unmappings();

    /**
     * Pages of 4 KB that mappings covered.
     *
     * @return the sum over all mappings made.
     */
    long pagesMapped();

    /**
     * Pages of 4 KB that are mapped now.
     *
     * @return how many.
     */
    long livePages();

    /**
     * Leaves that mappings were made of.
     *
     * @return the sum over all mappings made; as many as pages where leaves are of 4 KB, 0 without translation.
     */
    long leavesMapped();

    /**
     * Leaves that are in the page table now.
     *
     * @return how many.
     */
    long liveLeaves();

    /**
     * IOTLB accesses that hit.
     *
     * @return how many, over all DMA of the device.
     */
    long hits();

    /**
     * IOTLB accesses that missed.
     *
     * @return how many, over all DMA of the device.
     */
    long misses();

    /**
     * IOTLB accesses that hit while a SEND was scattered into a Receive's buffer.
     *
     * @return how many of {@link #hits()}.
     */
    long receiveHits();

    /**
     * IOTLB accesses that missed while a SEND was scattered into a Receive's buffer.
     *
     * @return how many of {@link #misses()}.
     */
    long receiveMisses();

    /**
     * Reads that page walks did: one for each miss of the IOTLB, and one for each page-walk cache that missed too.
     *
     * @return how many.
     */
    long walkReads();

    /**
     * Walks that a page-walk cache shortened: it was the deepest that had the way to the leaf.
     *
     * @param level 1, 2 or 3, whose entries reach over 512 GB, 1 GB and 2 MB.
     * @return how many.
     */
    long walkCacheHits(int level);

    /**
     * Walks that a page-walk cache was asked for and did not have.
     *
     * @param level 1, 2 or 3, whose entries reach over 512 GB, 1 GB and 2 MB.
     * @return how many.
     */
    long walkCacheMisses(int level);

    /**
     * DMA accesses to a mapping that had ended, which the IOTLB of a lazy IOMMU still translated. They went through where
     * the memory was still there, and count as {@link #faults()} where it was not. Without translation: DMA accesses to
     * memory that was there and not mapped.
     *
     * @return how many; 0 with a strict IOMMU.
     */
    long staleAccesses();

    /**
     * DMA accesses that were refused: no mapping, or the wrong direction; without translation: no memory.
     *
     * @return how many.
     */
    long faults();
}
