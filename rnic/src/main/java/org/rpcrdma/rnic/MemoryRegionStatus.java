// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.verbs.extended.OnDemandStatistics;

/**
 * The counters of one on-demand region, as {@link MemoryRegionsMXBean#getRegions()} returns them. The counters are read
 * one by one, possibly while the device is working. Immutable. JMX clients without this interface receive composite
 * data, with one item per property.
 */
public interface MemoryRegionStatus {
    /**
     * Returns the number of the region ({@code mrn}).
     *
     * @return the index of the region's key, unique among the device's open regions.
     */
    int getNumber();

    /**
     * Returns the number of pages that page faults made present.
     *
     * @return the number of pages; see {@link OnDemandStatistics#pageFaults()}.
     */
    long getPageFaults();

    /**
     * Returns the number of page faults that made pages present.
     *
     * @return the number of page faults; see {@link OnDemandStatistics#pageFaultsHandled()}.
     */
    long getPageFaultsHandled();

    /**
     * Returns the number of pages that were invalidated because the memory's mapping changed.
     *
     * @return the number of pages; see {@link OnDemandStatistics#pageInvalidations()}.
     */
    long getPageInvalidations();

    /**
     * Returns the number of mapping changes that invalidated pages.
     *
     * @return the number of changes; see {@link OnDemandStatistics#pageInvalidationsHandled()}.
     */
    long getPageInvalidationsHandled();

    /**
     * Returns the number of pages that were made present because of memory advice.
     *
     * @return the number of pages; see {@link OnDemandStatistics#pagePrefetch()}.
     */
    long getPagePrefetch();
}
