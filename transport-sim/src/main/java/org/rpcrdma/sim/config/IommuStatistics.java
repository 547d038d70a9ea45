// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Live counters of a device's IOMMU, updated while the simulation runs. Confined to the simulation's thread.
 *
 * <p>An IOTLB access counts once for each leaf (a page of 4 KB, or larger) that the DMA of one packet touches: a packet
 * whose payload lies in one leaf counts one, a packet that crosses to the next leaf counts two. Gathering a payload
 * counts on the sender's device, scattering it on the receiver's. The accesses that scatter a SEND into a Receive's
 * buffer are counted separately as well. Work queues, completion queues, doorbells and the NIC's own contexts are not
 * translated.
 */
public interface IommuStatistics {
    /**
     * Returns the number of DMA mappings created.
     *
     * @return the mappings, including those that have ended.
     */
    long mappings();

    /**
     * Returns the number of DMA mappings ended.
     *
     * @return the mappings that have ended.
     */
    long unmappings();

    /**
     * Returns the pages of 4 KB that mappings covered.
     *
     * @return the sum over all mappings made.
     */
    long pagesMapped();

    /**
     * Returns the pages of 4 KB that are mapped now.
     *
     * @return the mapped pages.
     */
    long livePages();

    /**
     * Returns the number of leaves of all mappings.
     *
     * @return the sum over all mappings so far: the number of pages if leaves have 4 KB, 0 without translation.
     */
    long leavesMapped();

    /**
     * Returns the leaves that are in the page table now.
     *
     * @return the leaves.
     */
    long liveLeaves();

    /**
     * Returns the IOTLB accesses that hit.
     *
     * @return the hits of all DMA of the device.
     */
    long hits();

    /**
     * Returns the IOTLB accesses that missed.
     *
     * @return the misses of all DMA of the device.
     */
    long misses();

    /**
     * Returns the IOTLB accesses that hit while a SEND was scattered into a Receive's buffer.
     *
     * @return some of {@link #hits()}.
     */
    long receiveHits();

    /**
     * Returns the IOTLB accesses that missed while a SEND was scattered into a Receive's buffer.
     *
     * @return some of {@link #misses()}.
     */
    long receiveMisses();

    /**
     * Returns the reads of page walks: one for each IOTLB miss, and one for each page-walk cache that missed too.
     *
     * @return the reads.
     */
    long walkReads();

    /**
     * Returns the walks that a page-walk cache shortened: it was the deepest that had the way to the leaf.
     *
     * @param level 1, 2 or 3, whose entries reach over 512 GB, 1 GB and 2 MB.
     * @return the hits of that level.
     */
    long walkCacheHits(int level);

    /**
     * Returns the walks that a page-walk cache did not have.
     *
     * @param level 1, 2 or 3, whose entries reach over 512 GB, 1 GB and 2 MB.
     * @return the misses of that level.
     */
    long walkCacheMisses(int level);

    /**
     * Returns the DMA accesses to a mapping that had ended, which the IOTLB of a lazy IOMMU still translated. They went
     * through if the memory was still there, and count as {@link #faults()} if it was not. Without translation, returns
     * the DMA accesses to memory that was there and not mapped.
     *
     * @return the accesses; 0 with a strict IOMMU.
     */
    long staleAccesses();

    /**
     * Returns the DMA accesses that were refused: no mapping, or the wrong direction; without translation, no memory.
     *
     * @return the refused accesses.
     */
    long faults();
}
