// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Maps memory for a device's DMA (the kernel's {@code dma_map_single} family). An iova keeps the memory's offset
 * within a page; with an IOMMU a range aligned to its own size gets an iova aligned to that size, so that large
 * page-table leaves can map it.
 *
 * <p>Thread-safe on a real device. That of a simulated device belongs, like the device, to the thread that runs its
 * simulation.
 */
public interface DmaMapper {
    /**
     * Maps a range of memory.
     *
     * @param address   its start, in a live {@link MemoryBlock} of the device's memory.
     * @param length    bytes, at least 1.
     * @param direction the device's access: read, write, or both.
     * @return the address the device uses for it.
     * @throws VerbsException ENOMEM if no iova or page table is free, EFAULT if the range is not memory,
     *     EINVAL for a bad length.
     */
    long map(long address, long length, DmaDirection direction);

    /**
     * Unmaps memory. The device has no access after the call returns.
     *
     * @param iova      the address that {@link #map} returned.
     * @param length    the length that was mapped.
     * @param direction the direction that was mapped.
     * @throws VerbsException EINVAL if no such mapping exists.
     */
    void unmap(long iova, long length, DmaDirection direction);

    /**
     * Maps a range of memory by reserving a range of iovas, linking each contiguous piece of the memory to it, and
     * synchronizing it (the kernel's {@code dma_iova_link} family). Maps as {@link #map} does unless this is
     * overridden.
     *
     * @param address   its start, in a live {@link MemoryBlock} of the device's memory.
     * @param length    bytes, at least 1.
     * @param direction the device's access: read, write, or both.
     * @return the address the device uses for it.
     * @throws VerbsException as {@link #map} does.
     */
    default long link(final long address, final long length, final DmaDirection direction) {
        return map(address, length, direction);
    }

    /**
     * Unlinks all memory of a range and frees its iovas. No translation of it is left when the call returns, even if
     * {@link #unmap} defers invalidations.
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
     * Makes the device's writes visible to the processor. Call it before reading them.
     *
     * @param iova      an address inside a mapping.
     * @param length    bytes that the device wrote, 0 or more, within one mapping.
     * @param direction the mapping's direction.
     * @throws VerbsException EINVAL if the device checks its mappings and finds none.
     */
    void syncForCpu(long iova, long length, DmaDirection direction);

    /**
     * Returns the page size of the mappings: the device gains access to whole pages of this size.
     *
     * @return bytes, a power of two.
     */
    int pageSize();
}
