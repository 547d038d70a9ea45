// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The calls of one end of a connection that have no reply yet, oldest first. */
final class CallingSide {
    /** More calls, or segments of them, than this are not kept. */
    static final int MAX_CALLS = 4096;

    static final int MAX_SEGMENTS = 1 << 15;

    final SegmentTable segments = new SegmentTable();
    final CreditLimit credits = new CreditLimit();
    private final Map<Integer, OutstandingCall> calls = new LinkedHashMap<>();
    private int segmentCount;
    private int brokenCalls;

    CallingSide() {}

    int outstanding() {
        return calls.size();
    }

    /** Returns how much is kept. */
    int size() {
        return calls.size() + segmentCount;
    }

    /** Returns true if a call is outstanding of whose segments nothing is known, because its header is broken. */
    boolean hasBrokenCall() {
        return brokenCalls > 0;
    }

    OutstandingCall find(final int xid) {
        return calls.get(xid);
    }

    /** Adds a call in the place of one of the same transaction id; returns false if the oldest was forgotten for it. */
    boolean add(final OutstandingCall call) {
        end(call.xid, call.frame);
        boolean isRoom = true;
        while (calls.size() >= MAX_CALLS || segmentCount + call.segments.size() > MAX_SEGMENTS && !calls.isEmpty()) {
            forgetOldest();
            isRoom = false;
        }
        calls.put(call.xid, call);
        segmentCount += call.segments.size();
        brokenCalls += call.isBroken ? 1 : 0;
        call.segments.forEach(segments::add);
        return isRoom;
    }

    private void forgetOldest() {
        final Iterator<OutstandingCall> oldest = calls.values().iterator();
        final OutstandingCall call = oldest.next();
        oldest.remove();
        segmentCount -= call.segments.size();
        brokenCalls -= call.isBroken ? 1 : 0;
        call.segments.forEach(segments::forget);
    }

    /** Ends a call, if it is outstanding: its segments may not be used any more. */
    void end(final int xid, final long frame) {
        final OutstandingCall call = calls.remove(xid);
        if (call != null) {
            segmentCount -= call.segments.size();
            brokenCalls -= call.isBroken ? 1 : 0;
            call.segments.forEach(segment -> segments.retire(segment, frame));
        }
    }
}
