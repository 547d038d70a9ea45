// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.sim.config.IommuStatistics;

/** The page walks of the current DMA transfer, summed up since its start, and the counters of all transfers. */
public interface PageWalks {
    /** Returns the latency that misses have added since the transfer began, in nanoseconds. */
    default long latency() {
        return 0;
    }

    /** Starts the walks of the transfer at a time; returns the nanoseconds that they wait for the walker. */
    default long awaitWalker(final long now) {
        return 0;
    }

    /** Returns the reads that page walks have done since the transfer began. */
    default int walks() {
        return 0;
    }

    /** Returns the page-table lines read from memory since the transfer began. */
    default int farLines() {
        return 0;
    }

    /** Returns the live counters of the IOMMU. */
    IommuStatistics statistics();
}
