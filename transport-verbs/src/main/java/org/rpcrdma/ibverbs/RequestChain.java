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
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Work requests, staged as the driver reads them: one structure behind the other, each linked to the next, with a fixed place for its
 * elements.
 *
 * <pre>
 *   wr 0 | wr 1 | wr 2 | ...            sge 0.0 | 0.1 | ... | 1.0 | 1.1 | ...
 *     next -^  next -^                    ^ wr 0's sg_list      ^ wr 1's
 * </pre>
 *
 * <p>The structures of sends and of Receives begin alike, with what is written here.
 */
abstract class RequestChain {
    final MemorySegment requests;
    private final MemorySegment elements;
    private final int capacity;
    private final int maxElements;
    private final long stride;
    private int size;

    /** Where the request that was staged last begins. */
    long current;

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
    }

    public void clear() {
        size = 0;
    }

    public final int size() {
        return size;
    }

    /** The place in the chain of a request that the driver named; the first where it named none. */
    final int index(final long request) {
        final long place = (request - requests.address()) / stride;
        return place >= 0 && place < size ? (int) place : 0;
    }

    /** Stages a request without elements. */
    final void begin(final long wrId) {
        if (size == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + capacity);
        }
        final long begin = stride * size;
        if (size > 0) {
            requests.set(JAVA_LONG, current + ReceiveLayout.NEXT, requests.address() + begin);
        }
        requests.set(JAVA_LONG, begin + ReceiveLayout.WR_ID, wrId);
        requests.set(JAVA_LONG, begin + ReceiveLayout.NEXT, Native.NULL);
        requests.set(JAVA_LONG, begin + ReceiveLayout.SG_LIST, elements.address() + firstElement(size));
        requests.set(JAVA_INT, begin + ReceiveLayout.NUM_SGE, 0);
        current = begin;
        size++;
    }

    private long firstElement(final int request) {
        return ReceiveLayout.SGE_SIZE * request * maxElements;
    }

    public final void sge(final long iova, final int length, final int lkey) {
        final long counter = current + ReceiveLayout.NUM_SGE;
        final int count = size == 0 ? maxElements : requests.get(JAVA_INT, counter);
        if (count == maxElements) {
            throw new IndexOutOfBoundsException(
                    "request has no room for an element: requests=" + size + " limit=" + maxElements);
        }
        final long element = firstElement(size - 1) + ReceiveLayout.SGE_SIZE * count;
        elements.set(JAVA_LONG, element + ReceiveLayout.SGE_ADDRESS, iova);
        elements.set(JAVA_INT, element + ReceiveLayout.SGE_LENGTH, length);
        elements.set(JAVA_INT, element + ReceiveLayout.SGE_LKEY, lkey);
        requests.set(JAVA_INT, counter, count + 1);
    }
}
