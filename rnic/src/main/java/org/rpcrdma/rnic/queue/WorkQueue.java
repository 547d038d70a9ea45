// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.agrona.BitUtil;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.port.WorkQueueContext;

/**
 * A ring of posted work requests, with one array per field. This is the base class of send and receive queues.
 * Positions only increase:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= tail &lt;= reclaimed + limit
 *   polled      done          posted
 * </pre>
 *
 * <p>As in hardware drivers, a request's slot becomes free when its completion, or a later request's completion, is
 * polled. When a queue pair is reset, it is given new queues, but older completions still refer to the old queues.
 *
 * <p>The ring grows with the number of outstanding requests, up to the limit. Of many thousands of queue pairs, few
 * ever reach their limit. A small ring stays in the CPU's caches.
 */
public abstract class WorkQueue extends WorkQueueContext {
    private static final int FIRST_CAPACITY = 4;
    /** A new ring is allocated with one spare slot per this number of posted requests. */
    private static final int SPARE_SHARE = 8;

    public final LongColumn wrIds;
    public final IntColumn sgeCounts;
    /** The addresses of elements. A slot's elements begin at index slot * maxSge. */
    public final LongColumn iovas;

    public final IntColumn lengths;
    public final IntColumn lkeys;
    /** The total length of each request's elements, in bytes. */
    public final IntColumn totals;

    long reclaimed;
    public long completed;
    public long tail;

    private int limit;
    private final int maxSge;
    private int mask;

    /**
     * Creates an empty queue.
     *
     * @param contexts the NIC's contexts.
     * @param limit    the maximum number of outstanding requests.
     * @param maxSge   the maximum number of elements per request.
     * @param capacity the initial size of the ring, a power of 2.
     */
    WorkQueue(final NicCaches contexts, final int limit, final int maxSge, final int capacity) {
        super(contexts);
        this.limit = limit;
        this.maxSge = maxSge;
        mask = capacity - 1;
        wrIds = new LongColumn(capacity);
        sgeCounts = new IntColumn(capacity);
        iovas = new LongColumn(capacity * maxSge);
        lengths = new IntColumn(capacity * maxSge);
        lkeys = new IntColumn(capacity * maxSge);
        totals = new IntColumn(capacity);
    }

    public final int slot(final long position) {
        return (int) position & mask;
    }

    /** Returns the ring's size. */
    final int capacity() {
        return mask + 1;
    }

    public final int limit() {
        return limit;
    }

    public final int maxSge() {
        return maxSge;
    }

    /** Returns true if the given number of requests can be posted. */
    public final boolean hasRoom(final int requests) {
        return tail - reclaimed + requests <= limit;
    }

    final boolean isFull() {
        return tail - reclaimed == limit;
    }

    /** Returns the initial size of a ring that can grow. */
    static int firstCapacity(final int limit) {
        return Math.min(FIRST_CAPACITY, fullCapacity(limit));
    }

    /** Returns the size of a ring that never grows. */
    static int fullCapacity(final int limit) {
        return BitUtil.findNextPositivePowerOfTwo(limit);
    }

    /**
     * Prepares the ring for the given number of further requests. If the ring is new, allocates memory for these
     * requests and a few more, instead of for all slots of the ring: most queues complete few requests before they are
     * closed.
     */
    final void reserve(final int requests) {
        final long outstanding = tail - reclaimed + requests;
        while (outstanding > mask + 1L) {
            grow();
        }
        final int slots = (int) Math.min(tail + requests, mask + 1L);
        if (slots > wrIds.room()) {
            final int more = Math.min(slots + slots / SPARE_SHARE, fullCapacity(limit));
            wrIds.reserve(more);
            iovas.reserve(more * maxSge);
        }
    }

    /** Allocates a slot for a request and returns it. The queue must be below its limit. */
    final int append() {
        if (tail - reclaimed > mask) {
            grow();
        }
        return slot(tail++);
    }

    /** Doubles the ring. */
    void grow() {
        final boolean isWrapped = tail > mask + 1L;
        wrIds.doubleCapacity(isWrapped);
        sgeCounts.doubleCapacity(isWrapped);
        iovas.doubleCapacity(isWrapped);
        lengths.doubleCapacity(isWrapped);
        lkeys.doubleCapacity(isWrapped);
        totals.doubleCapacity(isWrapped);
        mask = 2 * mask + 1;
    }

    /** Changes the limit, which must be at least the number of outstanding requests. */
    final void setLimit(final int newLimit) {
        limit = newLimit;
    }

    /** Returns the index of a request's first element in the element columns. */
    public final int firstSge(final int slot) {
        return slot * maxSge;
    }

    /** Frees all slots up to and including the given position, whose completion has been polled. */
    void reclaimTo(final long position) {
        reclaimed = Math.max(reclaimed, position + 1);
    }

    /** Copies a request's elements, at most maxSge. */
    final void setElements(
            final int slot,
            final long[] fromIovas,
            final int[] fromLengths,
            final int[] fromLkeys,
            final int from,
            final int count) {
        sgeCounts.set(slot, count);
        final int to = firstSge(slot);
        for (int i = 0; i < count; i++) {
            setElement(to + i, fromIovas[from + i], fromLengths[from + i], fromLkeys[from + i]);
        }
    }

    final void setElement(final int element, final long iova, final int length, final int lkey) {
        iovas.set(element, iova);
        lengths.set(element, length);
        lkeys.set(element, lkey);
    }

    /** Copies the elements of a request in another queue, at most maxSge. */
    final void copyElements(final int slot, final WorkQueue other, final int from) {
        final int count = other.sgeCounts.get(from);
        sgeCounts.set(slot, count);
        for (int i = 0; i < count; i++) {
            final int element = other.firstSge(from) + i;
            setElement(
                    firstSge(slot) + i, other.iovas.get(element), other.lengths.get(element), other.lkeys.get(element));
        }
    }
}
