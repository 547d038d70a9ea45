// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.library.Native;

/**
 * Work requests, staged as the driver reads them: one structure behind the other, each linked to the next, with a fixed
 * place for its elements.
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

    /** Address of the request that was staged last. */
    private long current;

    /** Number of its elements so far, and the address of the next one. */
    private int elementCount;

    private long nextElement;

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
        elementCount = maxElements;
    }

    public void clear() {
        size = 0;
        // There is no request that an element could belong to.
        elementCount = maxElements;
    }

    public final int size() {
        return size;
    }

    /** The place in the chain of a request that the driver named; the first if it named none. */
    public final int index(final long request) {
        final long place = (request - firstRequest) / stride;
        return place >= 0 && place < size ? (int) place : 0;
    }

    /** Stages a request without elements; returns its address. */
    final long begin(final long wrId) {
        if (size == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + capacity);
        }
        final long request = firstRequest + stride * size;
        if (size > 0) {
            Native.setLong(current + ReceiveLayout.NEXT, request);
        }
        nextElement = firstElement + ReceiveLayout.SGE_SIZE * maxElements * size;
        elementCount = 0;
        Native.setLong(request + ReceiveLayout.WR_ID, wrId);
        Native.setLong(request + ReceiveLayout.NEXT, Native.NULL);
        Native.setLong(request + ReceiveLayout.SG_LIST, nextElement);
        Native.setInt(request + ReceiveLayout.NUM_SGE, 0);
        current = request;
        size++;
        return request;
    }

    public final void sge(final long iova, final int length, final int lkey) {
        if (elementCount == maxElements) {
            throw new IndexOutOfBoundsException(
                    "request has no room for an element: requests=" + size + " limit=" + maxElements);
        }
        final long element = nextElement;
        Native.setLong(element + ReceiveLayout.SGE_ADDRESS, iova);
        Native.setInt(element + ReceiveLayout.SGE_LENGTH, length);
        Native.setInt(element + ReceiveLayout.SGE_LKEY, lkey);
        nextElement = element + ReceiveLayout.SGE_SIZE;
        Native.setInt(current + ReceiveLayout.NUM_SGE, ++elementCount);
    }

    /** The request that was staged last, by its address. */
    final long current() {
        return current;
    }
}
