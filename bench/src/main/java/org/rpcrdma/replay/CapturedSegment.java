// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * Memory of the capture's client that a chunk segment names, filled with the bytes that RDMA READ or WRITE moved. Bytes
 * count from the segment's begin without gaps; those behind a gap are kept apart until it is filled: it takes no more
 * memory than the capture shows.
 */
final class CapturedSegment {
    private final int key;
    private final long address;
    private final int length;
    private byte[] bytes = new byte[0];
    private int filled;

    /** Bytes that arrived ahead of those in front of them, by their offset in the segment. */
    private final TreeMap<Integer, byte[]> behindGaps = new TreeMap<>();

    /**
     * @param key     the remote key.
     * @param address address of the segment in the client's memory region.
     * @param length  bytes of room, 0 or more.
     */
    CapturedSegment(final int key, final long address, final int length) {
        this.key = key;
        this.address = address;
        this.length = length;
    }

    int key() {
        return key;
    }

    int length() {
        return length;
    }

    boolean covers(final long first, final int count) {
        final long begin = first - address;
        return begin >= 0 && begin <= length && count <= length - begin;
    }

    /** Takes the bytes that one packet moved, unless they came before. */
    void take(final long first, final DirectBuffer buffer, final int offset, final int count) {
        final int begin = (int) (first - address);
        final byte[] moved = new byte[count];
        buffer.getBytes(offset, moved);
        if (begin > filled) {
            behindGaps.merge(begin, moved, (one, other) -> one.length < other.length ? other : one);
            return;
        }
        append(begin, moved);
        Map.Entry<Integer, byte[]> next = behindGaps.firstEntry();
        while (next != null && next.getKey() <= filled) {
            behindGaps.remove(next.getKey());
            append(next.getKey(), next.getValue());
            next = behindGaps.firstEntry();
        }
    }

    private void append(final int begin, final byte[] moved) {
        final int known = filled - begin;
        if (known >= moved.length) {
            return;
        }
        final int end = begin + moved.length;
        if (bytes.length < end) {
            bytes = Arrays.copyOf(bytes, Math.min(length, Math.max(end, 2 * bytes.length)));
        }
        System.arraycopy(moved, known, bytes, filled, moved.length - known);
        filled = end;
    }

    /** Returns true if the first bytes are all there. */
    boolean holds(final long count) {
        return count <= filled;
    }

    /** Copies the first bytes. */
    byte[] first(final int count) {
        return Arrays.copyOf(bytes, count);
    }
}
