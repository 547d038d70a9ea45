// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * The captured client's memory for a chunk segment, filled with the bytes that RDMA READ or WRITE transferred. Only
 * contiguous bytes from the start of the segment count. Bytes after a gap are buffered until the gap is filled. Memory
 * use never exceeds the number of captured bytes.
 */
final class CapturedSegment {
    private final int key;
    private final long address;
    private final int length;
    private byte[] bytes = new byte[0];
    private int filled;

    /** Bytes after a gap, by their offset in the segment. */
    private final TreeMap<Integer, byte[]> behindGaps = new TreeMap<>();

    /**
     * Creates an empty segment.
     *
     * @param key     the remote key.
     * @param address the segment's address in the client's memory region.
     * @param length  the segment's length in bytes, 0 or more.
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

    /** Adds the bytes of one packet, unless they have already been captured. */
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

    /** Returns true if the first {@code count} bytes are complete. */
    boolean holds(final long count) {
        return count <= filled;
    }

    /** Copies the first {@code count} bytes. */
    byte[] first(final int count) {
        return Arrays.copyOf(bytes, count);
    }
}
