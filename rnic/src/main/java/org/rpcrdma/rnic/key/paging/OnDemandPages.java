// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.paging;

import java.util.Comparator;
import org.agrona.collections.Long2ObjectHashMap;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.DmaDirection;

/**
 * The pages of an on-demand region for which the device has translations (the kernel's {@code ib_umem_odp}). Each page
 * is mapped for DMA when it is first needed. If the faulting access may write, the page is mapped for writing:
 *
 * <pre>
 * region      |        |  page  |  page  |        |        |  page  |
 *             absent    mapped   mapped   absent            mapped, read only
 *                |                  |                           |
 *              fault            invalidated                   fault for writing
 * </pre>
 *
 * <p>Memory blocks need not be page-aligned. If two blocks share a page, the device maps only one block's part at a
 * time.
 */
final class OnDemandPages {
    /** The result of {@link #makePresent} if a page does not belong to the host's memory. */
    static final int NO_MEMORY = -1;

    static final int HUGE_SHIFT = 21;

    private final HostMemory memory;
    private final Iommu iommu;
    private final int shift;
    private final Long2ObjectHashMap<Page> pages = new Long2ObjectHashMap<>();

    OnDemandPages(final HostMemory memory, final Iommu iommu, final boolean isHuge) {
        this.memory = memory;
        this.iommu = iommu;
        shift = isHuge ? HUGE_SHIFT : Pages.SHIFT;
    }

    int mapped() {
        return pages.size();
    }

    /** Returns true if all pages of a range are present for the device, and writable if requested. */
    boolean isPresent(final long address, final long length, final boolean forWriting) {
        for (long at = address, left = length; left > 0; ) {
            final long bytes = bytesInPage(at, left);
            if (!isUsable(pages.get(at >>> shift), at, bytes, forWriting)) {
                return false;
            }
            at += bytes;
            left -= bytes;
        }
        return true;
    }

    /** Returns the number of the page that contains an address. */
    long number(final long address) {
        return address >>> shift;
    }

    /** Returns the DMA address for an address whose page is present. */
    long dmaAddress(final long address) {
        return address + pages.get(address >>> shift).distance;
    }

    /**
     * Maps the missing pages of a range.
     *
     * @param faultsIn true to create pages that the host does not have; otherwise such pages are skipped.
     * @return the number of 4 KB pages made present. NO_MEMORY if an address is not backed by memory, in which case the
     *     pages before that address are present.
     */
    int makePresent(final long address, final long length, final boolean forWriting, final boolean faultsIn) {
        int made = 0;
        for (long at = address, left = length; left > 0; ) {
            final long bytes = bytesInPage(at, left);
            if (!isUsable(pages.get(at >>> shift), at, bytes, forWriting)) {
                final HostMemoryBlock block = blockAt(at, bytes);
                if (block == null && faultsIn) {
                    return NO_MEMORY;
                }
                if (faultsIn || block != null && block.isPresent(at)) {
                    map(block, at >>> shift, forWriting);
                    made += 1 << (shift - Pages.SHIFT);
                }
            }
            at += bytes;
            left -= bytes;
        }
        return made;
    }

    /** Returns true if a whole range is backed by host memory. */
    boolean isMemory(final long address, final long length) {
        for (long at = address, left = length; left > 0; ) {
            final long bytes = bytesInPage(at, left);
            if (blockAt(at, bytes) == null) {
                return false;
            }
            at += bytes;
            left -= bytes;
        }
        return true;
    }

    /** Removes the pages of a range from the device. Returns the number of 4 KB pages removed. */
    int invalidate(final long address, final long length) {
        final long last = (address + length - 1) >>> shift;
        int taken = 0;
        for (long page = address >>> shift; page <= last && !pages.isEmpty(); page++) {
            final Page gone = pages.remove(page);
            if (gone != null) {
                unmap(gone);
                taken++;
            }
        }
        return taken << (shift - Pages.SHIFT);
    }

    /**
     * Removes all pages from the device, in the order of their DMA addresses, because host addresses differ between
     * runs.
     */
    void clear() {
        pages.values().stream()
                .sorted(Comparator.comparingLong(page -> page.start + page.distance))
                .forEach(this::unmap);
        pages.clear();
    }

    private boolean isUsable(final Page page, final long address, final long bytes, final boolean forWriting) {
        return page != null && (page.isWritable || !forWriting) && page.block.contains(address, bytes);
    }

    /** Returns the block to map for a part of a page. A huge page always belongs to one block. */
    private HostMemoryBlock blockAt(final long address, final long bytes) {
        return shift == Pages.SHIFT
                ? memory.containing(address, bytes)
                : memory.containing(address & -(1L << shift), 1L << shift);
    }

    private void map(final HostMemoryBlock block, final long number, final boolean forWriting) {
        final Page old = pages.remove(number);
        if (old != null) {
            unmap(old);
        }
        final long start = Math.max(number << shift, block.address());
        final long end = Math.min((number + 1) << shift, block.address() + block.length());
        final Page page = new Page(block, start, end - start, forWriting);
        page.distance = iommu.insert(start, page.length, page.direction()) - start;
        block.faultedIn(start, page.length);
        block.addPagedMapping();
        pages.put(number, page);
    }

    private void unmap(final Page page) {
        page.block.removePagedMapping();
        iommu.remove(page.start + page.distance, page.length, page.direction());
    }

    private long bytesInPage(final long address, final long left) {
        return Math.min(left, (1L << shift) - (address & ((1L << shift) - 1)));
    }

    /** The mapped part of a page, which lies in one block. */
    private static final class Page {
        final HostMemoryBlock block;
        final long start;
        final long length;
        final boolean isWritable;
        /** The difference between a DMA address and the corresponding address in the page. */
        long distance;

        Page(final HostMemoryBlock block, final long start, final long length, final boolean isWritable) {
            this.block = block;
            this.start = start;
            this.length = length;
            this.isWritable = isWritable;
        }

        DmaDirection direction() {
            return isWritable ? DmaDirection.BIDIRECTIONAL : DmaDirection.TO_DEVICE;
        }
    }
}
