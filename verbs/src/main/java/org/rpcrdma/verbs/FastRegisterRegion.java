// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A memory region that work requests register and invalidate ({@code ib_alloc_mr}). It is FREE until a {@link
 * SendRequests#registerMemory} request makes it VALID, and FREE again after a local or remote invalidation.
 *
 * <pre>
 *             page list                        range of the key
 *  pages[0]  +--------+      iova ----------&gt;  +--------+
 *            |  ####  | &lt;- first byte offset   |########|  length bytes,
 *  pages[1]  +--------+                        |########|  contiguous at iova
 *            |########|                        |########|
 *  pages[2]  +--------+                        +--------+
 *            |##      |
 *            +--------+
 * </pre>
 *
 * <p>The device reads the page list when the registration is posted, so the list can be set again after that.
 */
public interface FastRegisterRegion extends AutoCloseable {
    /**
     * Returns the region's key, which is both its lkey and its rkey. It consists of a 24-bit index and the low byte
     * from the last registration. The caller increments the low byte for each registration, which invalidates previous
     * keys.
     *
     * @return the key.
     */
    int key();

    /**
     * Returns the key for the next registration, which is the current key with its low byte incremented.
     *
     * @return the key, which stays the same until the region is registered again.
     */
    default int nextKey() {
        return RemoteKey.increment(key());
    }

    /**
     * Returns the maximum number of pages in one registration.
     *
     * @return the number, at least 1.
     */
    int maxPages();

    /**
     * Sets the memory for the next registration: a list of DMA-mapped ranges that together form one contiguous range
     * ({@code ib_map_mr_sg}). Only the first range may begin inside a page, and only the last range may end inside a
     * page.
     *
     * @param dmaAddresses the ranges' addresses.
     * @param lengths      the ranges' lengths in bytes.
     * @param count        the number of ranges.
     * @param iova         the region's start address for work requests and for the peer; its offset within a page must
     *                     equal that of the first range.
     * @throws VerbsException EINVAL if the ranges leave gaps or need more than {@link #maxPages()} pages.
     */
    void setPages(long[] dmaAddresses, int[] lengths, int count, long iova);

    /** Deregisters the region, regardless of its state. */
    @Override
    void close();
}
