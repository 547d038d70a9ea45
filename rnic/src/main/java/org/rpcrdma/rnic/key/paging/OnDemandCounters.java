// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.paging;

import java.util.concurrent.atomic.AtomicLong;
import org.rpcrdma.verbs.extended.OnDemandStatistics;

/**
 * Counts the page faults, invalidations and prefetches of one on-demand region. The device's thread updates the
 * counters; any thread can read them.
 */
final class OnDemandCounters {
    private final AtomicLong pageFaults = new AtomicLong();
    private final AtomicLong pageFaultsHandled = new AtomicLong();
    private final AtomicLong pageInvalidations = new AtomicLong();
    private final AtomicLong pageInvalidationsHandled = new AtomicLong();
    private final AtomicLong pagePrefetch = new AtomicLong();

    /** Counts a resolved fault and the pages that it made present. */
    void faultHandled(final int pages) {
        pageFaults.addAndGet(pages);
        pageFaultsHandled.incrementAndGet();
    }

    /** Counts a change of the memory's mapping and the pages that it invalidated. */
    void invalidated(final int pages) {
        pageInvalidations.addAndGet(pages);
        pageInvalidationsHandled.incrementAndGet();
    }

    /** Counts pages that advice made present. */
    void prefetched(final int pages) {
        pagePrefetch.addAndGet(pages);
    }

    OnDemandStatistics statistics() {
        return new OnDemandStatistics(
                pageFaults.get(),
                pageFaultsHandled.get(),
                pageInvalidations.get(),
                pageInvalidationsHandled.get(),
                pagePrefetch.get());
    }
}
