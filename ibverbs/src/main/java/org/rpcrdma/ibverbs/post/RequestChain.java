// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.library.Native;

/**
 * Work requests, staged as the driver reads them: one structure behind the other, each with a fixed place for its
 * elements. Each is linked to the next and to its elements once and for all; only the last of a chain is not.
 *
 * <pre>
 *   wr 0 | wr 1 | wr 2 | ...            sge 0.0 | 0.1 | ... | 1.0 | 1.1 | ...
 *     next -^  next -^                    ^ wr 0's sg_list      ^ wr 1's
 * </pre>
 *
 * <p>The structures of sends and of Receives begin alike, with what is written here.
 */
public abstract class RequestChain {
    public final MemorySegment requests;
    private final MemorySegment elements;
    private final int capacity;
    private final int maxElements;
    private final long stride;
    private final long firstRequest;
    private final long firstElement;
    private int size;

    /** The size that the chain was last posted with: its last request is the one that is linked to none. */
    private int linked;

    /**
     * @param stride bytes of a request.
     */
    RequestChain(final int capacity, final int maxElements, final long stride) {
        this.capacity = capacity;
        this.maxElements = maxElements;
        this.stride = stride;
        // One arena: as long as either is in use, by a call into C too, both are there.
        final Arena arena = Arena.ofAuto();
        requests = arena.allocate(stride * capacity, Long.BYTES);
        elements = arena.allocate(ReceiveLayout.SGE_SIZE * capacity * Math.max(1, maxElements), Long.BYTES);
        firstRequest = requests.address();
        firstElement = elements.address();
        for (int i = 0; i < capacity; i++) {
            Native.setLong(request(i) + ReceiveLayout.NEXT, i + 1 < capacity ? request(i + 1) : Native.NULL);
            Native.setLong(request(i) + ReceiveLayout.SG_LIST, element(i));
        }
        linked = capacity;
    }

    private long request(final int place) {
        return firstRequest + stride * place;
    }

    /** Returns the address of a request's first element. */
    private long element(final int place) {
        return firstElement + ReceiveLayout.SGE_SIZE * maxElements * place;
    }

    public void clear() {
        size = 0;
    }

    public final int size() {
        return size;
    }

    /** Ends the chain with the request that was staged last; returns the address of the first. Needs one. */
    public final long head() {
        if (linked != size) {
            endHere();
        }
        return firstRequest;
    }

    private void endHere() {
        if (linked < capacity) {
            Native.setLong(request(linked - 1) + ReceiveLayout.NEXT, request(linked));
        }
        Native.setLong(current() + ReceiveLayout.NEXT, Native.NULL);
        linked = size;
    }

    /** The place in the chain of a request that the driver named; the first if it named none. */
    public final int index(final long request) {
        final long place = (request - firstRequest) / stride;
        return place >= 0 && place < size ? (int) place : 0;
    }

    /** Stages a request without elements; returns its address. */
    final long begin(final long wrId) {
        final long request = next();
        Native.setLong(request + ReceiveLayout.WR_ID, wrId);
        Native.setInt(request + ReceiveLayout.NUM_SGE, 0);
        size++;
        return request;
    }

    /** Stages a request of one element. */
    final void stage(final long wrId, final long iova, final int length, final int lkey) {
        final long request = next();
        if (maxElements == 0) {
            throw noRoom();
        }
        Native.setLong(request + ReceiveLayout.WR_ID, wrId);
        Native.setInt(request + ReceiveLayout.NUM_SGE, 1);
        setElement(element(size), iova, length, lkey);
        size++;
    }

    private long next() {
        if (size == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + capacity);
        }
        return request(size);
    }

    public final void sge(final long iova, final int length, final int lkey) {
        // If there is no request that an element could belong to, there is no room either.
        final int count = size == 0 ? maxElements : Native.getInt(current() + ReceiveLayout.NUM_SGE);
        if (count == maxElements) {
            throw noRoom();
        }
        setElement(element(size - 1) + ReceiveLayout.SGE_SIZE * count, iova, length, lkey);
        Native.setInt(current() + ReceiveLayout.NUM_SGE, count + 1);
    }

    private static void setElement(final long element, final long iova, final int length, final int lkey) {
        Native.setLong(element + ReceiveLayout.SGE_ADDRESS, iova);
        Native.setInt(element + ReceiveLayout.SGE_LENGTH, length);
        Native.setInt(element + ReceiveLayout.SGE_LKEY, lkey);
    }

    private IndexOutOfBoundsException noRoom() {
        return new IndexOutOfBoundsException(
                "request has no room for an element: requests=" + size + " limit=" + maxElements);
    }

    /** The request that was staged last, by its address. */
    final long current() {
        return request(size - 1);
    }
}
