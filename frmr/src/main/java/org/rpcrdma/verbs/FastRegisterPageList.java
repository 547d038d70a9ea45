/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

/**
 * A list of DMA addresses of pages for fast registrations ({@code ib_alloc_fast_reg_page_list} of the memory
 * extensions). From the posting of a registration until its completion the list is the device's: a region that is bound
 * to one list after another, without waiting, takes a list for each binding that is outstanding.
 */
public interface FastRegisterPageList extends AutoCloseable {
    /**
     * Pages it has room for.
     *
     * @return at least 1.
     */
    int maxPages();

    /**
     * Sets the DMA address of a page.
     *
     * @param i          place in the list, below {@link #maxPages()}.
     * @param dmaAddress where the page begins: a multiple of the page size that it is registered with.
     * @throws VerbsException EBUSY while a registration that names the list is outstanding.
     */
    void set(int i, long dmaAddress);

    /**
     * The DMA address of a page.
     *
     * @param i place in the list, below {@link #maxPages()}.
     * @return what was set, 0 at first.
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
