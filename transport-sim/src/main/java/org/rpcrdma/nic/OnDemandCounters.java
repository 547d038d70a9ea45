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
package org.rpcrdma.nic;

import java.util.concurrent.atomic.AtomicLong;
import org.rpcrdma.verbs.OnDemandStatistics;

/** What was counted of one on-demand region. Written by the simulation's thread, read by any. */
final class OnDemandCounters {
    private final AtomicLong pageFaults = new AtomicLong();
    private final AtomicLong pageFaultsHandled = new AtomicLong();
    private final AtomicLong pageInvalidations = new AtomicLong();
    private final AtomicLong pageInvalidationsHandled = new AtomicLong();
    private final AtomicLong pagePrefetch = new AtomicLong();

    /** A fault was handled: it made so many pages present. */
    void faultHandled(final int pages) {
        pageFaults.addAndGet(pages);
        pageFaultsHandled.incrementAndGet();
    }

    /** The memory's mapping changed, and took so many pages from the device. */
    void invalidated(final int pages) {
        pageInvalidations.addAndGet(pages);
        pageInvalidationsHandled.incrementAndGet();
    }

    /** Advice made so many pages present. */
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
