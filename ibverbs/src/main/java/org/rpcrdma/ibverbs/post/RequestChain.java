// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.ibverbs.library.Native;

/**
 * Work requests that are staged in the driver's format. The structures are consecutive, and each is followed by space
 * for its elements. Each structure is permanently linked to its elements and to the next structure; only the last
 * structure of the posted chain has no successor.
 *
 * <pre>
 *   wr 0 | sge 0.0 | 0.1 | ... | wr 1 | sge 1.0 | 1.1 | ... | wr 2 | ...
 *     |     ^ sg_list            ^ next
 * </pre>
 *
 * <p>The structures of sends and Receives start with the same fields, which this class writes.
 */
public abstract class RequestChain {
    public final MemorySegment requests;
    private final int capacity;
    private final int maxElements;
    private final long structure;
    private final long stride;
    private final long first;
    private int size;

    /** The number of requests in the last chain that was posted. The chain's last request is unlinked. */
    private int linked;

    /** @param structure the size in bytes of a request without its elements. */
    RequestChain(final int capacity, final int maxElements, final long structure) {
        this.capacity = capacity;
        this.maxElements = maxElements;
        this.structure = structure;
        stride = structure + ReceiveLayout.SGE_SIZE * maxElements;
        requests = Arena.ofAuto().allocate(stride * capacity, Long.BYTES);
        first = requests.address();
        for (int i = 0; i < capacity; i++) {
            Native.setLong(request(i) + ReceiveLayout.NEXT, i + 1 < capacity ? request(i + 1) : Native.NULL);
            Native.setLong(request(i) + ReceiveLayout.SG_LIST, request(i) + structure);
        }
        linked = capacity;
    }

    /** Returns the offset of a request in the chain's memory. */
    final long offset(final int place) {
        return stride * place;
    }

    private long request(final int place) {
        return first + offset(place);
    }

    public void clear() {
        size = 0;
    }

    public final int size() {
        return size;
    }

    /**
     * Terminates the chain after the last staged request, and returns the address of the first request. Precondition:
     * the chain is not empty.
     */
    public final long head() {
        if (linked != size) {
            endHere();
        }
        return first;
    }

    private void endHere() {
        if (linked < capacity) {
            Native.setLong(request(linked - 1) + ReceiveLayout.NEXT, request(linked));
        }
        Native.setLong(current() + ReceiveLayout.NEXT, Native.NULL);
        linked = size;
    }

    /** Returns the index of the request that the driver reported, or 0 if the driver reported no request. */
    public final int index(final long request) {
        final long place = (request - first) / stride;
        return place >= 0 && place < size ? (int) place : 0;
    }

    /** Stages a request without elements and returns its address. */
    final long begin(final long wrId) {
        final long request = next();
        Native.setLong(request + ReceiveLayout.WR_ID, wrId);
        Native.setInt(request + ReceiveLayout.NUM_SGE, 0);
        size++;
        return request;
    }

    /** Stages a request with one element. */
    final void stage(final long wrId, final long iova, final int length, final int lkey) {
        final long request = next();
        if (maxElements == 0) {
            throw noRoom();
        }
        Native.setLong(request + ReceiveLayout.WR_ID, wrId);
        Native.setInt(request + ReceiveLayout.NUM_SGE, 1);
        setElement(request + structure, iova, length, lkey);
        size++;
    }

    private long next() {
        if (size == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + capacity);
        }
        return request(size);
    }

    public final void sge(final long iova, final int length, final int lkey) {
        // If no request has been staged to which the element could belong, there is no space for the element either.
        final long request = current();
        final int count = size == 0 ? maxElements : Native.getInt(request + ReceiveLayout.NUM_SGE);
        if (count == maxElements) {
            throw noRoom();
        }
        setElement(request + structure + ReceiveLayout.SGE_SIZE * count, iova, length, lkey);
        Native.setInt(request + ReceiveLayout.NUM_SGE, count + 1);
    }

    private static void setElement(final long element, final long iova, final int length, final int lkey) {
        Native.setLong(element + ReceiveLayout.SGE_ADDRESS, iova);
        Native.setInt(element + ReceiveLayout.SGE_LENGTH, length);
        Native.setInt(element + ReceiveLayout.SGE_LKEY, lkey);
    }

    private IndexOutOfBoundsException noRoom() {
        return new IndexOutOfBoundsException(
                "the last request has no free element: requests=" + size + " limit=" + maxElements);
    }

    /** Returns the address of the most recently staged request. */
    final long current() {
        return request(size - 1);
    }
}
