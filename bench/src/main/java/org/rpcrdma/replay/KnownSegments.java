// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayDeque;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.capture.CapturedMessage;

/**
 * The memory that the client of one captured connection has registered, by remote key. A key may cover several segments
 * at different addresses. If segments overlap, the most recently registered segment takes precedence.
 */
final class KnownSegments {
    /** The maximum number of segments per key in unanswered calls. Older segments are dropped. */
    private static final int MOST_SEGMENTS_OF_A_KEY = 64;

    private final Int2ObjectHashMap<ArrayDeque<CapturedSegment>> byKey = new Int2ObjectHashMap<>();

    CapturedSegment add(final int key, final long address, final int length) {
        final CapturedSegment segment = new CapturedSegment(key, address, length);
        final ArrayDeque<CapturedSegment> newestFirst = byKey.computeIfAbsent(key, k -> new ArrayDeque<>(1));
        newestFirst.addFirst(segment);
        if (newestFirst.size() > MOST_SEGMENTS_OF_A_KEY) {
            newestFirst.removeLast();
        }
        return segment;
    }

    /** Removes the memory of a call whose reply was captured. */
    void remove(final CapturedSegment segment) {
        final ArrayDeque<CapturedSegment> segments = byKey.get(segment.key());
        if (segments != null && segments.remove(segment) && segments.isEmpty()) {
            byKey.remove(segment.key());
        }
    }

    /** Copies bytes that RDMA transferred to their segment, if the segment is known. */
    void take(final CapturedMessage moved) {
        final ArrayDeque<CapturedSegment> segments = byKey.get(moved.rkey());
        if (segments == null) {
            return;
        }
        for (final CapturedSegment segment : segments) {
            if (segment.covers(moved.address(), moved.length())) {
                segment.take(moved.address(), moved.buffer(), moved.offset(), moved.length());
                return;
            }
        }
    }
}
