// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A call's Read list, sorted by position. Segments with the same position are in the order of the header. RFC 8166 does
 * not require the positions to be sorted.
 *
 * <pre>
 *   header   | 80: b0 | 0: a0 | 80: b1 | 0: a1 |
 *   here     | 0: a0 | 0: a1 | 80: b0 | 80: b1 |
 *   pulled   |  a0   |  a1   |   b0   |   b1   |     offset(i), in one range of memory
 * </pre>
 */
public final class ReadList {
    /**
     * The number of low bits, which contain the index of a segment in the header. The bits above them contain the
     * segment's position.
     */
    private static final int PLACE_BITS = 31;

    private RpcRdmaHeader header;
    private long[] segments = {};
    private int[] offsets = {};
    private int count;
    private long bytes;

    /** Reads the list of a valid header, which must not change while this object is in use. */
    void wrap(final RpcRdmaHeader source) {
        header = source;
        count = source.readSegmentCount();
        bytes = 0;
        if (count > 0) {
            order();
            layOut();
        }
    }

    private void order() {
        if (segments.length < count) {
            segments = new long[count];
            offsets = new int[count];
        }
        boolean ascends = true;
        for (int i = 0; i < count; i++) {
            segments[i] = header.readPosition(i) << PLACE_BITS | i;
            ascends &= i == 0 || segments[i] > segments[i - 1];
        }
        if (!ascends) {
            sort();
        }
    }

    /**
     * Sorts the segments by heapsort, which needs no additional memory and is not slowed down by any order that a
     * hostile peer may choose.
     */
    private void sort() {
        for (int root = count / 2 - 1; root >= 0; root--) {
            sink(root, count);
        }
        for (int end = count - 1; end > 0; end--) {
            final long largest = segments[0];
            segments[0] = segments[end];
            segments[end] = largest;
            sink(0, end);
        }
    }

    private void sink(final int root, final int end) {
        final long moved = segments[root];
        int hole = root;
        int child = largerChild(hole, end);
        while (child < end && segments[child] > moved) {
            segments[hole] = segments[child];
            hole = child;
            child = largerChild(hole, end);
        }
        segments[hole] = moved;
    }

    private int largerChild(final int parent, final int end) {
        final int left = 2 * parent + 1;
        return left + 1 < end && segments[left + 1] > segments[left] ? left + 1 : left;
    }

    private void layOut() {
        for (int i = 0; i < count; i++) {
            offsets[i] = (int) bytes;
            bytes += length(i);
        }
    }

    int count() {
        return count;
    }

    /** Returns the total length of all segments, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns true if the list contains a Position-Zero chunk. Its segments are the first in the list. */
    boolean hasPositionZeroChunk() {
        return count > 0 && position(0) == 0;
    }

    /**
     * Returns the length of the Position-Zero chunk in bytes. The list must not exceed the server's maximum payload.
     */
    int positionZeroLength() {
        int length = 0;
        for (int i = 0; i < count && position(i) == 0; i++) {
            length += (int) length(i);
        }
        return length;
    }

    long position(final int segment) {
        return header.readPosition(place(segment));
    }

    long length(final int segment) {
        return header.readLength(place(segment));
    }

    int handle(final int segment) {
        return header.readHandle(place(segment));
    }

    long remoteAddress(final int segment) {
        return header.readOffset(place(segment));
    }

    /**
     * Returns the offset of a segment's bytes in the payload. The list must not exceed the server's maximum payload.
     */
    int offset(final int segment) {
        return offsets[checked(segment)];
    }

    private int place(final int segment) {
        return (int) segments[checked(segment)] & Integer.MAX_VALUE;
    }

    private int checked(final int segment) {
        if (segment < 0 || segment >= count) {
            throw new IndexOutOfBoundsException("no such read segment: index=" + segment + " count=" + count);
        }
        return segment;
    }
}
