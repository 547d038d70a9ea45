// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import javax.management.ConstructorParameters;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.key.paging.OnDemandRegion;
import org.rpcrdma.verbs.extended.OnDemandStatistics;

/**
 * The counters of one on-demand region, for {@link MemoryRegionsMXBean#getRegions()}, read one after the other while
 * the device is at work. Immutable. JMX clients without this class see composite data with its properties as items.
 */
public final class MemoryRegionStatus {
    private final int number;
    private final long pageFaults;
    private final long pageFaultsHandled;
    private final long pageInvalidations;
    private final long pageInvalidationsHandled;
    private final long pagePrefetch;

    /**
     * Makes a status.
     *
     * @param number                   see {@link #getNumber()}.
     * @param pageFaults               see {@link #getPageFaults()}.
     * @param pageFaultsHandled        see {@link #getPageFaultsHandled()}.
     * @param pageInvalidations        see {@link #getPageInvalidations()}.
     * @param pageInvalidationsHandled see {@link #getPageInvalidationsHandled()}.
     * @param pagePrefetch             see {@link #getPagePrefetch()}.
     */
    @ConstructorParameters({
        "number",
        "pageFaults",
        "pageFaultsHandled",
        "pageInvalidations",
        "pageInvalidationsHandled",
        "pagePrefetch"
    })
    public MemoryRegionStatus(
            final int number,
            final long pageFaults,
            final long pageFaultsHandled,
            final long pageInvalidations,
            final long pageInvalidationsHandled,
            final long pagePrefetch) {
        this.number = number;
        this.pageFaults = pageFaults;
        this.pageFaultsHandled = pageFaultsHandled;
        this.pageInvalidations = pageInvalidations;
        this.pageInvalidationsHandled = pageInvalidationsHandled;
        this.pagePrefetch = pagePrefetch;
    }

    static MemoryRegionStatus of(final OnDemandRegion region) {
        final OnDemandStatistics counts = region.onDemandStatistics();
        return new MemoryRegionStatus(
                KeyTable.index(region.key()),
                counts.pageFaults(),
                counts.pageFaultsHandled(),
                counts.pageInvalidations(),
                counts.pageInvalidationsHandled(),
                counts.pagePrefetch());
    }

    /**
     * Returns the number of the region ({@code mrn}).
     *
     * @return the index of its key, unique among the device's open regions.
     */
    public int getNumber() {
        return number;
    }

    /**
     * Returns the pages that page faults made present.
     *
     * @return see {@link OnDemandStatistics#pageFaults()}.
     */
    public long getPageFaults() {
        return pageFaults;
    }

    /**
     * Returns the page faults that made pages present.
     *
     * @return see {@link OnDemandStatistics#pageFaultsHandled()}.
     */
    public long getPageFaultsHandled() {
        return pageFaultsHandled;
    }

    /**
     * Returns the pages that were invalidated because the memory's mapping changed.
     *
     * @return see {@link OnDemandStatistics#pageInvalidations()}.
     */
    public long getPageInvalidations() {
        return pageInvalidations;
    }

    /**
     * Returns the changes that invalidated pages.
     *
     * @return see {@link OnDemandStatistics#pageInvalidationsHandled()}.
     */
    public long getPageInvalidationsHandled() {
        return pageInvalidationsHandled;
    }

    /**
     * Returns the pages that advice made present.
     *
     * @return see {@link OnDemandStatistics#pagePrefetch()}.
     */
    public long getPagePrefetch() {
        return pagePrefetch;
    }
}
