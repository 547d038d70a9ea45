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

/** A chain of Receives, one array a column. */
final class ReceiveChain implements ReceiveRequests {
    final long[] wrIds;
    final long[] iovas;
    final int[] lengths;
    final int[] lkeys;
    private int size;

    ReceiveChain(final int capacity) {
        wrIds = new long[capacity];
        iovas = new long[capacity];
        lengths = new int[capacity];
        lkeys = new int[capacity];
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
        final int i = size;
        if (i == wrIds.length) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + i);
        }
        wrIds[i] = wrId;
        iovas[i] = iova;
        lengths[i] = length;
        lkeys[i] = lkey;
        size = i + 1;
    }
}
