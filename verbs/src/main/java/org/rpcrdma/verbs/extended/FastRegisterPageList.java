// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.VerbsException;

/**
 * A list of DMA addresses of pages for fast registrations ({@code ib_alloc_fast_reg_page_list} of the memory
 * extensions). From the posting of a registration until its completion the list is the device's: a region that is bound
 * to one list after another, without waiting, takes a list for each binding that is outstanding.
 */
public interface FastRegisterPageList extends AutoCloseable {
    /**
     * Returns pages it has room for.
     *
     * @return at least 1.
     */
    int maxPages();

    /**
     * Sets the DMA address of a page.
     *
     * @param i          place in the list, below {@link #maxPages()}.
     * @param dmaAddress start of the page: a multiple of the page size of its registration.
     * @throws VerbsException EBUSY while a registration that names the list is outstanding.
     */
    void set(int i, long dmaAddress);

    /**
     * Returns the DMA address of a page.
     *
     * @param i place in the list, below {@link #maxPages()}.
     * @return the value last set, 0 at first.
     */
    long get(int i);

    /**
     * Frees the list.
     *
     * @throws VerbsException EBUSY while a registration that names it is outstanding.
     */
    @Override
    void close();
}
