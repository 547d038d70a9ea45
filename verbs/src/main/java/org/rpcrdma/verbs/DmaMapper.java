// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Maps memory for a device's DMA (the kernel's {@code dma_map_single} family). The iova has the same offset within a
 * page as the memory. With an IOMMU, a range that is aligned to its own size is mapped to an iova with the same
 * alignment. This allows the use of large page-table entries.
 *
 * <p>Thread-safe on a real device. A simulated device's mapper is confined to the thread that runs the simulation.
 */
public interface DmaMapper {
    /**
     * Maps a range of memory.
     *
     * @param address   the start of the range, in a live {@link MemoryBlock} of the device's memory.
     * @param length    the length in bytes, at least 1.
     * @param direction the device's access: read, write, or both.
     * @return the address at which the device accesses the range.
     * @throws VerbsException ENOMEM if no iova or page table is free; EFAULT if the range is not memory; EINVAL if the
     *     length is invalid.
     */
    long map(long address, long length, DmaDirection direction);

    /**
     * Unmaps memory. After the call returns, the device can no longer access it.
     *
     * @param iova      the address that {@link #map} returned.
     * @param length    the length that was mapped.
     * @param direction the direction that was mapped.
     * @throws VerbsException EINVAL if no such mapping exists.
     */
    void unmap(long iova, long length, DmaDirection direction);

    /**
     * Maps a range of memory in three steps: it reserves a range of iovas, links each contiguous piece of memory to it,
     * and synchronizes once (the kernel's {@code dma_iova_link} family). The default implementation calls {@link #map}.
     *
     * @param address   the start of the range, in a live {@link MemoryBlock} of the device's memory.
     * @param length    the length in bytes, at least 1.
     * @param direction the device's access: read, write, or both.
     * @return the address at which the device accesses the range.
     * @throws VerbsException as for {@link #map}.
     */
    default long link(final long address, final long length, final DmaDirection direction) {
        return map(address, length, direction);
    }

    /**
     * Unlinks a range's memory and frees its iovas. When the call returns, no translation remains, even on devices
     * whose {@link #unmap} defers invalidations.
     *
     * @param iova      the address that {@link #link} returned.
     * @param length    the length that was linked.
     * @param direction the direction that was linked.
     * @throws VerbsException EINVAL if no such range exists.
     */
    default void destroy(final long iova, final long length, final DmaDirection direction) {
        unmap(iova, length, direction);
    }

    /**
     * Makes the device's writes visible to the processor. Call this method before you read the memory.
     *
     * @param iova      an address inside a mapping.
     * @param length    the number of bytes that the device wrote, 0 or more, within one mapping.
     * @param direction the mapping's direction.
     * @throws VerbsException EINVAL if the device checks this and no mapping covers the range.
     */
    void syncForCpu(long iova, long length, DmaDirection direction);

    /**
     * Returns the granularity of mappings. The device can access every page that a mapping touches.
     *
     * @return the page size in bytes, a power of two.
     */
    int pageSize();
}
