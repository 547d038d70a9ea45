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
import org.rpcrdma.verbs.ReceiveRequests;

/** Receives, staged as the driver reads them: {@code struct ibv_recv_wr} linked as in {@link SendChain}. */
final class ReceiveChain implements ReceiveRequests {
    final MemorySegment requests;
    private final MemorySegment elements;
    private final int capacity;
    private final int maxElements;
    private int size;

    ReceiveChain(final int capacity, final int maxElements) {
        this.capacity = capacity;
        this.maxElements = maxElements;
        final Arena arena = Arena.ofAuto();
        requests = arena.allocate(ReceiveLayout.SIZE * capacity, Long.BYTES);
        elements = arena.allocate(ReceiveLayout.SGE_SIZE * capacity * Math.max(1, maxElements), Long.BYTES);
    }

    @Override
    public void clear() {
        size = 0;
    }

    @Override
    public int size() {
        return size;
    }

    /** The place in the chain of a Receive that the driver named. */
    int index(final long request) {
        return (int) ((request - requests.address()) / ReceiveLayout.SIZE);
    }

    @Override
    public void receive(final long wrId, final long iova, final int length, final int lkey) {
        receive(wrId);
        sge(iova, length, lkey);
    }

    @Override
    public void receive(final long wrId) {
        if (size == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + capacity);
        }
        final long begin = ReceiveLayout.SIZE * size;
        if (size > 0) {
            requests.set(JAVA_LONG, begin - ReceiveLayout.SIZE + ReceiveLayout.NEXT, requests.address() + begin);
        }
        requests.set(JAVA_LONG, begin + ReceiveLayout.WR_ID, wrId);
        requests.set(JAVA_LONG, begin + ReceiveLayout.NEXT, Native.NULL);
        requests.set(
                JAVA_LONG,
                begin + ReceiveLayout.SG_LIST,
                elements.address() + ReceiveLayout.SGE_SIZE * size * maxElements);
        requests.set(JAVA_INT, begin + ReceiveLayout.NUM_SGE, 0);
        size++;
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {
        final long at = ReceiveLayout.SIZE * (size - 1) + ReceiveLayout.NUM_SGE;
        final int count = requests.get(JAVA_INT, at);
        if (count == maxElements) {
            throw new IndexOutOfBoundsException(
                    "Receive has no room for an element: elements=" + count + " limit=" + maxElements);
        }
        final long element = ReceiveLayout.SGE_SIZE * ((long) (size - 1) * maxElements + count);
        elements.set(JAVA_LONG, element + ReceiveLayout.SGE_ADDRESS, iova);
        elements.set(JAVA_INT, element + ReceiveLayout.SGE_LENGTH, length);
        elements.set(JAVA_INT, element + ReceiveLayout.SGE_LKEY, lkey);
        requests.set(JAVA_INT, at, count + 1);
    }
}
