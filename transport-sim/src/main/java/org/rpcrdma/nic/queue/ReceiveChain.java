// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.verbs.ReceiveRequests;

/** A chain of staged Receives, one array a column; the elements of Receive i begin at i * maxSge. */
public final class ReceiveChain implements ReceiveRequests {
    public final int maxSge;
    public final long[] wrIds;
    public final int[] sgeCounts;
    final long[] iovas;
    public final int[] lengths;
    final int[] lkeys;
    private int size;

    public ReceiveChain(final int capacity, final int maxSge) {
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
