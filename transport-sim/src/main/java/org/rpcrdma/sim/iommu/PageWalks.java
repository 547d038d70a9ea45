// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.sim.config.IommuStatistics;

/** The page walks of the current DMA transfer, and the counters for all transfers. */
public interface PageWalks {
    /** Returns the latency that misses have added since the transfer began, in nanoseconds. */
    default long latency() {
        return 0;
    }

    /**
     * Starts the transfer's walks at {@code now}, and returns the time, in ns, for which they have to wait for the
     * walker.
     */
    default long awaitWalker(final long now) {
        return 0;
    }

    /** Returns the number of reads by page walks since the transfer began. */
    default int walks() {
        return 0;
    }

    /**
     * Returns the number of cache lines of page-table entries that walks have read from memory, instead of from a
     * cache, since the transfer began.
     */
    default int farLines() {
        return 0;
    }

    /** Returns the live counters of the IOMMU. */
    IommuStatistics statistics();
}
