// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The memory that a fast-register region covers: its pages, the offset of the first byte, and the iova. A list is
 * shared by the region for which it is staged, the registrations that are posted with it, and the region to which it is
 * bound. It is rewritten only if it is not shared.
 */
public final class PageList {
    /** The number of objects that share this list. */
    int holders;

    private final long[] pages;
    private int count;
    private long iova;
    private long length;

    PageList(final int maxPages) {
        pages = new long[maxPages];
    }

    long iova() {
        return iova;
    }

    long length() {
        return length;
    }

    int pageCount() {
        return count;
    }

    /** Sets the ranges, which {@link #check} must have accepted. */
    void set(final long[] dmaAddresses, final int[] lengths, final int ranges, final long newIova) {
        count = 0;
        length = 0;
        long end = 0;
        for (int i = 0; i < ranges; i++) {
            final boolean goesOn = i > 0 && dmaAddresses[i] == end;
            end = dmaAddresses[i] + lengths[i];
            long page = dmaAddresses[i] & Pages.MASK;
            if (goesOn && (dmaAddresses[i] & ~Pages.MASK) != 0) {
                page += Pages.SIZE;
            }
            for (; page < end; page += Pages.SIZE) {
                pages[count++] = page;
            }
            length += lengths[i];
        }
        iova = newIova;
    }

    /** Returns the index of the page that contains an address of the list's range. */
    int page(final long address) {
        return (int) ((address >>> Pages.SHIFT) - (iova >>> Pages.SHIFT));
    }

    /**
     * Returns the DMA address for an address of the list's range. The memory is contiguous up to the end of the iova's
     * page.
     */
    long dmaAddress(final long address) {
        return pages[page(address)] | (address & ~Pages.MASK);
    }

    /** Rejects ranges that do not form a page list. */
    static void check(
            final int maxPages, final long[] dmaAddresses, final int[] lengths, final int ranges, final long newIova) {
        if (ranges < 1 || ranges > dmaAddresses.length || ranges > lengths.length) {
            throw new VerbsException(Errno.EINVAL, "invalid number of ranges: count=" + ranges);
        }
        if (((dmaAddresses[0] ^ newIova) & ~Pages.MASK) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "iova must have the same offset within its page as the first range: iova=0x"
                            + Long.toHexString(newIova) + " dmaAddress=0x" + Long.toHexString(dmaAddresses[0]));
        }
        long total = dmaAddresses[0] & ~Pages.MASK;
        for (int i = 0; i < ranges; i++) {
            checkRange(dmaAddresses, lengths, i);
            total += lengths[i];
        }
        final long needed = (total + Pages.SIZE - 1) >>> Pages.SHIFT;
        if (needed > maxPages) {
            throw new VerbsException(Errno.EINVAL, "too many pages: pages=" + needed + " limit=" + maxPages);
        }
        if (Long.compareUnsigned(newIova, -total) > 0) {
            throw new VerbsException(
                    Errno.EINVAL, "range exceeds the address space: iova=0x" + Long.toHexString(newIova));
        }
    }

    private static void checkRange(final long[] dmaAddresses, final int[] lengths, final int i) {
        final boolean startsAtPage = (dmaAddresses[i] & ~Pages.MASK) == 0;
        final boolean goesOn = i > 0 && dmaAddresses[i - 1] + lengths[i - 1] == dmaAddresses[i];
        final boolean previousEndsAtPage = i == 0 || ((dmaAddresses[i - 1] + lengths[i - 1]) & ~Pages.MASK) == 0;
        if (lengths[i] < 1 || dmaAddresses[i] < 0 || dmaAddresses[i] > Long.MAX_VALUE - lengths[i]) {
            throw new VerbsException(Errno.EINVAL, "invalid range: index=" + i + " length=" + lengths[i]);
        }
        if (i > 0 && !goesOn && !(startsAtPage && previousEndsAtPage)) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "there is a gap between the ranges: index=" + i + " dmaAddress=0x"
                            + Long.toHexString(dmaAddresses[i]));
        }
    }
}
