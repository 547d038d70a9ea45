// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.ReceiveRequests;

/** A chain of staged Receives, with one array per field. The elements of Receive i begin at index i * maxSge. */
public final class ReceiveChain implements ReceiveRequests {
    private static final int FIRST_CAPACITY = 4;

    public final int maxSge;
    public long[] wrIds;
    public final IntColumn sgeCounts;
    long[] iovas;
    public final IntColumn lengths;
    final IntColumn lkeys;
    private final int capacity;
    private int size;

    public ReceiveChain(final int capacity, final int maxSge) {
        this.capacity = capacity;
        this.maxSge = maxSge;
        final int first = Math.min(capacity, FIRST_CAPACITY);
        wrIds = new long[first];
        sgeCounts = new IntColumn(first);
        iovas = new long[first * maxSge];
        lengths = new IntColumn(first * maxSge);
        lkeys = new IntColumn(first * maxSge);
    }

    /** Doubles the arrays, which start small because most chains are short. */
    private void grow() {
        wrIds = RingColumn.doubled(wrIds);
        sgeCounts.doubleCapacity(false);
        iovas = RingColumn.doubled(iovas);
        lengths.doubleCapacity(false);
        lkeys.doubleCapacity(false);
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
        if (maxSge == 0) {
            throw noRoom();
        }
        stage(wrId, 1);
        setElement((size - 1) * maxSge, iova, length, lkey);
    }

    @Override
    public void receive(final long wrId) {
        stage(wrId, 0);
    }

    private void stage(final long wrId, final int sgeCount) {
        final int i = size;
        if (i == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + i);
        }
        if (i == wrIds.length) {
            grow();
        }
        wrIds[i] = wrId;
        sgeCounts.set(i, sgeCount);
        size = i + 1;
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {
        final int receive = size - 1;
        final int count = receive < 0 ? maxSge : sgeCounts.get(receive);
        if (count == maxSge) {
            throw noRoom();
        }
        sgeCounts.set(receive, count + 1);
        setElement(receive * maxSge + count, iova, length, lkey);
    }

    private IndexOutOfBoundsException noRoom() {
        return new IndexOutOfBoundsException(
                "the last Receive has no free element: Receives=" + size + " maxSge=" + maxSge);
    }

    private void setElement(final int i, final long iova, final int length, final int lkey) {
        iovas[i] = iova;
        lengths.set(i, length);
        lkeys.set(i, lkey);
    }
}
