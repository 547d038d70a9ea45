// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.agrona.BitUtil;

/**
 * Work requests that were posted, a ring of columns: what sends and Receives have in common. Positions only grow:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= tail &lt;= reclaimed + limit
 *   polled      done          posted
 * </pre>
 *
 * <p>The place of a request is free again once its own completion, or that of a later request, was polled, as in hardware
 * drivers. A queue serves one life of its queue pair: completions of an earlier one keep the queue that they came from.
 *
 * <p>The ring has room for as many requests as were ever outstanding at once, up to the limit: of many thousands of queue
 * pairs few ever use what they may, and what is small stays in the processor's caches.
 */
abstract class WorkQueue {
    private static final int FIRST_CAPACITY = 4;

    long[] wrIds;
    int[] sgeCounts;
    /** The elements of the request at a slot begin at slot * maxSge. */
    long[] iovas;

    int[] lengths;
    int[] lkeys;
    /** Bytes of a request's elements. */
    int[] totals;
    /** When the device sees a request. */
    long[] visibleAt;

    long reclaimed;
    long completed;
    long tail;

    private int limit;
    private final int maxSge;
    private int mask;

    /**
     * Makes an empty queue.
     *
     * @param limit    requests that can be outstanding.
     * @param maxSge   elements of each at most.
     * @param capacity requests that there is room for at once; a power of 2.
     */
    WorkQueue(final int limit, final int maxSge, final int capacity) {
        this.limit = limit;
        this.maxSge = maxSge;
        mask = capacity - 1;
        wrIds = new long[capacity];
        sgeCounts = new int[capacity];
        iovas = new long[capacity * maxSge];
        lengths = new int[capacity * maxSge];
        lkeys = new int[capacity * maxSge];
        totals = new int[capacity];
        visibleAt = new long[capacity];
    }

    final int slot(final long position) {
        return (int) position & mask;
    }

    final int limit() {
        return limit;
    }

    final int maxSge() {
        return maxSge;
    }

    /** Whether so many more can be posted. */
    final boolean hasRoom(final int requests) {
        return tail - reclaimed + requests <= limit;
    }

    final boolean isFull() {
        return tail - reclaimed == limit;
    }

    /** Room for the first requests of a queue that grows. */
    static int firstCapacity(final int limit) {
        return Math.min(FIRST_CAPACITY, fullCapacity(limit));
    }

    /** Room for all requests of a queue. */
    static int fullCapacity(final int limit) {
        return BitUtil.findNextPositivePowerOfTwo(limit);
    }

    /** Takes a place for a request; there is one as the limit goes. Returns its slot. */
    final int append() {
        if (tail - reclaimed > mask) {
            grow();
        }
        return slot(tail++);
    }

    /** Doubles the ring. */
    void grow() {
        wrIds = RingColumn.doubled(wrIds);
        sgeCounts = RingColumn.doubled(sgeCounts);
        iovas = RingColumn.doubled(iovas);
        lengths = RingColumn.doubled(lengths);
        lkeys = RingColumn.doubled(lkeys);
        totals = RingColumn.doubled(totals);
        visibleAt = RingColumn.doubled(visibleAt);
        mask = wrIds.length - 1;
    }

    /** Allows another number of requests, at least as many as there are. */
    final void setLimit(final int newLimit) {
        limit = newLimit;
    }

    /** Index of a request's first element in the element columns. */
    final int firstSge(final int slot) {
        return slot * maxSge;
    }

    /** The completion of a request was polled. */
    void reclaimTo(final long position) {
        reclaimed = Math.max(reclaimed, position + 1);
    }

    /** Copies elements that are not more than there is room for. */
    final void setElements(
            final int slot,
            final long[] fromIovas,
            final int[] fromLengths,
            final int[] fromLkeys,
            final int from,
            final int count) {
        final int to = firstSge(slot);
        sgeCounts[slot] = count;
        if (count == 1) { // most have one, for which a loop's begin and end are most of its work
            iovas[to] = fromIovas[from];
            lengths[to] = fromLengths[from];
            lkeys[to] = fromLkeys[from];
            return;
        }
        for (int i = 0; i < count; i++) {
            iovas[to + i] = fromIovas[from + i];
            lengths[to + i] = fromLengths[from + i];
            lkeys[to + i] = fromLkeys[from + i];
        }
    }
}
