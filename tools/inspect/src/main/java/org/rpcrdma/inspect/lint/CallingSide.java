// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.concurrent.ThreadLocalRandom;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The unanswered calls from one end of a connection. They are accessible by transaction id and as a list, oldest first.
 *
 * <p>Transaction ids come from the capture. The map scrambles them one-to-one with a random secret, so that a crafted
 * capture cannot make them collide.
 */
final class CallingSide {
    /** The maximum number of calls to keep, and also the maximum number of their segments. */
    static final int MAX_CALLS = 4096;

    static final int MAX_SEGMENTS = 1 << 15;

    private static final int SECRET = ThreadLocalRandom.current().nextInt();

    final SegmentTable segments = new SegmentTable();
    final CreditLimit credits = new CreditLimit();
    private final Int2ObjectHashMap<OutstandingCall> calls = new Int2ObjectHashMap<>();
    private OutstandingCall oldest;
    private OutstandingCall newest;
    private int segmentCount;
    private int brokenCalls;

    CallingSide() {}

    private static int scrambled(final int xid) {
        final int mixed = (xid ^ SECRET) * 0x9e37_79b1;
        return ((mixed ^ mixed >>> 15) + SECRET) * 0x85eb_ca6b;
    }

    int outstanding() {
        return calls.size();
    }

    /** Returns the number of calls and segments kept. */
    int size() {
        return calls.size() + segmentCount;
    }

    /** Returns true if a call with a malformed header is outstanding. The segments of this call are unknown. */
    boolean hasBrokenCall() {
        return brokenCalls > 0;
    }

    OutstandingCall find(final int xid) {
        return calls.get(scrambled(xid));
    }

    /**
     * Adds a call. Replaces a call with the same transaction id. Returns false if the oldest call was dropped to make
     * room.
     */
    boolean add(final OutstandingCall call) {
        end(call.xid, call.frame);
        boolean isRoom = true;
        while (calls.size() >= MAX_CALLS || segmentCount + call.segments.size() > MAX_SEGMENTS && !calls.isEmpty()) {
            forgetOldest();
            isRoom = false;
        }
        calls.put(scrambled(call.xid), call);
        append(call);
        segmentCount += call.segments.size();
        brokenCalls += call.isBroken ? 1 : 0;
        for (final OfferedSegment segment : call.segments) {
            segments.add(segment);
        }
        return isRoom;
    }

    private void forgetOldest() {
        final OutstandingCall call = calls.remove(scrambled(oldest.xid));
        removed(call);
        for (final OfferedSegment segment : call.segments) {
            segments.forget(segment);
        }
    }

    /** Completes a call if it is outstanding. Its segments may no longer be used. */
    void end(final int xid, final long frame) {
        final OutstandingCall call = calls.remove(scrambled(xid));
        if (call != null) {
            removed(call);
            for (final OfferedSegment segment : call.segments) {
                segments.retire(segment, frame);
            }
        }
    }

    private void removed(final OutstandingCall call) {
        unlink(call);
        segmentCount -= call.segments.size();
        brokenCalls -= call.isBroken ? 1 : 0;
    }

    private void append(final OutstandingCall call) {
        call.older = newest;
        if (newest == null) {
            oldest = call;
        } else {
            newest.newer = call;
        }
        newest = call;
    }

    private void unlink(final OutstandingCall call) {
        if (call.older == null) {
            oldest = call.newer;
        } else {
            call.older.newer = call.newer;
        }
        if (call.newer == null) {
            newest = call.older;
        } else {
            call.newer.older = call.older;
        }
    }
}
