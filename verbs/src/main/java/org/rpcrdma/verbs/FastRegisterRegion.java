// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A memory region that work requests register and invalidate ({@code ib_alloc_mr}; the fast registration of the
 * memory extensions). It is FREE until a {@link SendRequests#registerMemory} request made it VALID, and FREE again
 * after an invalidation, local or by the peer.
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
 * <p>The page list is read when the registration is posted: it can be set anew afterwards.
 */
public interface FastRegisterRegion extends AutoCloseable {
    /**
     * Returns the region's key, lkey and rkey alike: 24 bits of index over the low byte it was registered with last.
     * With each registration the consumer steps the low byte, so that a key that was handed out before opens nothing.
     *
     * @return the key.
     */
    int key();

    /**
     * Returns the key for the next registration: the region's own with its low byte stepped by one.
     *
     * @return the key; it stays the same until the region was registered again.
     */
    default int nextKey() {
        return RemoteKey.increment(key());
    }

    /**
     * Returns the maximum number of pages in one registration.
     *
     * @return at least 1.
     */
    int maxPages();

    /**
     * Sets the range of the next registration: a list of DMA-mapped ranges as one contiguous range
     * ({@code ib_map_mr_sg}). Only the first may begin, and only the last may end, inside a page.
     *
     * @param dmaAddresses start of the ranges.
     * @param lengths      their bytes.
     * @param count        how many.
     * @param iova         start of the region for work requests and for the peer; its offset within a page is
     *                     the first range's.
     * @throws VerbsException EINVAL if the ranges leave gaps or need more than {@link #maxPages()} pages.
     */
    void setPages(long[] dmaAddresses, int[] lengths, int count, long iova);

    /**
     * Deregisters the region in any state.
     */
    @Override
    void close();
}
