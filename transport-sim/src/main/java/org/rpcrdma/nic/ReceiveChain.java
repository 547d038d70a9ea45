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

import org.rpcrdma.verbs.ReceiveRequests;

/** A chain of Receives, one array a column; Receive i's elements are at i * maxSge and behind. */
final class ReceiveChain implements ReceiveRequests {
    final int maxSge;
    final long[] wrIds;
    final int[] sgeCounts;
    final long[] iovas;
    final int[] lengths;
    final int[] lkeys;
    private int size;

    ReceiveChain(final int capacity, final int maxSge) {
        this.maxSge = maxSge;
        wrIds = new long[capacity];
        sgeCounts = new int[capacity];
        iovas = new long[capacity * maxSge];
        lengths = new int[capacity * maxSge];
        lkeys = new int[capacity * maxSge];
    }

    @Override
    public void clear() {
        size = 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void receive(final long wrId, final long iova, final int length, final int lkey) {
        receive(wrId);
        sge(iova, length, lkey);
    }

    @Override
    public void receive(final long wrId) {
        final int i = size;
        if (i == wrIds.length) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + i);
        }
        wrIds[i] = wrId;
        sgeCounts[i] = 0;
        size = i + 1;
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {
        final int receive = size - 1;
        if (receive < 0 || sgeCounts[receive] == maxSge) {
            throw new IndexOutOfBoundsException("no room for an element: Receives=" + size + " maxSge=" + maxSge);
        }
        final int i = receive * maxSge + sgeCounts[receive]++;
        iovas[i] = iova;
        lengths[i] = length;
        lkeys[i] = lkey;
    }
}
