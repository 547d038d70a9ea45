// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.paging;

import org.rpcrdma.rnic.time.Event;

/**
 * An event that maps pages of an on-demand region for the device, either after a fault or because of advice. Pooled.
 */
final class PageFault extends Event {
    private final OnDemandPaging paging;
    private OnDemandRegion region;
    private long address;
    private long length;
    private boolean isForWriting;
    private boolean isAdvice;
    private boolean faultsIn;

    PageFault(final OnDemandPaging paging) {
        this.paging = paging;
    }

    /** Starts a fault for a waiting transfer and returns this object. */
    PageFault forTransfer(final OnDemandRegion where, final long start, final long bytes, final boolean forWriting) {
        begin(where, start, bytes, forWriting);
        isAdvice = false;
        faultsIn = true;
        return this;
    }

    /** Starts a prefetch and returns this object. */
    PageFault forAdvice(
            final OnDemandRegion where,
            final long start,
            final long bytes,
            final boolean forWriting,
            final boolean fault) {
        begin(where, start, bytes, forWriting);
        isAdvice = true;
        faultsIn = fault;
        return this;
    }

    private void begin(final OnDemandRegion where, final long start, final long bytes, final boolean forWriting) {
        region = where;
        address = start;
        length = bytes;
        isForWriting = forWriting;
    }

    @Override
    protected void fire() {
        handle();
    }

    /**
     * Maps the pages and completes the event.
     *
     * @return the number of pages, or {@link OnDemandPages#NO_MEMORY} if a page lies outside the region or the host's
     *     memory.
     */
    int handle() {
        final OnDemandRegion asked = region;
        region = null;
        paging.give(this);
        return asked.isValid() && asked.covers(address, length) ? makePresent(asked) : OnDemandPages.NO_MEMORY;
    }

    private int makePresent(final OnDemandRegion asked) {
        final int pages = asked.makePresent(address, length, isForWriting, faultsIn);
        if (isAdvice) {
            asked.counters().prefetched(Math.max(0, pages));
        } else {
            asked.counters().faultHandled(Math.max(0, pages));
        }
        return pages;
    }
}
