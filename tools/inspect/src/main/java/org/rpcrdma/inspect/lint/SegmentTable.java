// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.ArrayDeque;
import java.util.TreeSet;

/** The segments that one end offers in its outstanding and its most recently answered calls. */
public final class SegmentTable {
    private static final int MOST_RETIRED = 256;
    /**
     * The maximum number of segments that are examined before an address. Legitimate segments with the same handle
     * overlap no more often than this.
     */
    private static final int MOST_COMPARED = 16;

    private final TreeSet<OfferedSegment> outstanding = new TreeSet<>(OfferedSegment::compare);
    private final ArrayDeque<OfferedSegment> retired = new ArrayDeque<>();
    private OfferedSegment latest;

    public SegmentTable() {}

    public void add(final OfferedSegment segment) {
        outstanding.add(segment);
    }

    void retire(final OfferedSegment segment, final long replyFrame) {
        forget(segment);
        segment.replyFrame = replyFrame;
        retired.addFirst(segment);
        if (retired.size() > MOST_RETIRED) {
            retired.removeLast();
        }
    }

    public void forget(final OfferedSegment segment) {
        outstanding.remove(segment);
        latest = null;
    }

    /** Returns the outstanding call's segment that contains the given bytes, or null if no segment does. */
    public OfferedSegment find(final int handle, final long address, final long length) {
        if (latest != null && latest.holds(handle, address, length)) {
            return latest;
        }
        OfferedSegment segment = outstanding.floor(new OfferedSegment(handle, address, 0, false, Long.MAX_VALUE, 0));
        for (int i = 0; i < MOST_COMPARED && segment != null && segment.handle == handle; i++) {
            if (segment.holds(handle, address, length)) {
                latest = segment;
                return segment;
            }
            segment = outstanding.lower(segment);
        }
        return null;
    }

    /** Returns the recently answered call's segment that contains the given bytes, or null if no segment does. */
    OfferedSegment findRetired(final int handle, final long address, final long length) {
        return retired.stream()
                .filter(segment -> segment.holds(handle, address, length))
                .findFirst()
                .orElse(null);
    }
}
