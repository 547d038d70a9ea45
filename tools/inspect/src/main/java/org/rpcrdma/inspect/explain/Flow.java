// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.rpcrdma.inspect.decode.DecodedMessage;

/** The calls from one side of a connection: the number of calls in flight, and the credits that the peer grants. */
final class Flow {
    private final Range asked = new Range();
    private final Range granted = new Range();
    private long calls;
    private long replies;
    private long inFlight;
    /**
     * The maximum number of calls in flight before the latest reply. {@link #mostSinceReply} is the maximum since then.
     */
    private long mostInFlight;

    private long mostSinceReply;
    private long mostSegmentsSinceReply;
    private long latestCallFrame;
    /** The replies to calls up to this frame may not have been captured. */
    private long uncertainFrame;

    private long atLimit;
    private long segments;
    private long mostSegments;
    private long failed;
    private long errors;

    /** The minimum, maximum and latest value of a quantity. */
    private static final class Range {
        private long least = Long.MAX_VALUE;
        private long most = -1;
        private long last = -1;

        private void add(final long value) {
            least = Math.min(least, value);
            most = Math.max(most, value);
            last = value;
        }

        private long least() {
            return most < 0 ? -1 : least;
        }
    }

    /**
     * A summary of the calls from one side.
     *
     * @param calls        the number of captured calls.
     * @param answered     the number of calls whose reply was captured.
     * @param failed       the number of replies that report a failure: the call was rejected or not accepted.
     * @param errors       the number of RDMA_ERROR replies.
     * @param asked        the maximum number of credits requested; -1 if there are no calls.
     * @param leastGranted the minimum number of credits that the peer's replies grant; -1 if there are no replies.
     * @param mostGranted  the maximum number of credits granted.
     * @param mostInFlight the maximum number of outstanding calls.
     * @param atLimit      the number of calls that used the last granted credit, so that the next call had to wait.
     * @param mostSegments the maximum number of segments in outstanding calls; a segment is a registration of the
     * caller's memory.
     */
    record Summary(
            long calls,
            long answered,
            long failed,
            long errors,
            long asked,
            long leastGranted,
            long mostGranted,
            long mostInFlight,
            long atLimit,
            long mostSegments) {}

    Flow() {}

    void call(final DecodedMessage call) {
        calls++;
        inFlight++;
        latestCallFrame = Math.max(latestCallFrame, call.send().frameNumber());
        mostSinceReply = Math.max(mostSinceReply, inFlight);
        atLimit += granted.last >= 0 && inFlight >= granted.last ? 1 : 0;
        asked.add(call.header().credits());
        segments += call.segments();
        mostSegmentsSinceReply = Math.max(mostSegmentsSinceReply, segments);
    }

    void reply(final DecodedMessage reply, final boolean isError) {
        granted.add(reply.header().credits());
        failed += reply.isFailed() ? 1 : 0;
        errors += isError ? 1 : 0;
        if (reply.isAnswer()) {
            replies++;
            settle();
            if (reply.callFrame() > uncertainFrame) {
                inFlight = Math.max(0, inFlight - 1);
                segments = Math.max(0, segments - reply.callSegments());
            }
        }
    }

    private void settle() {
        mostInFlight = Math.max(mostInFlight, mostSinceReply);
        mostSegments = Math.max(mostSegments, mostSegmentsSinceReply);
        mostSinceReply = 0;
        mostSegmentsSinceReply = 0;
    }

    /**
     * Handles missing replies, which may answer any earlier call. The earlier calls no longer count as outstanding, and
     * the latest maximum is discarded.
     */
    void repliesMissing() {
        uncertainFrame = latestCallFrame;
        inFlight = 0;
        segments = 0;
        mostSinceReply = 0;
        mostSegmentsSinceReply = 0;
    }

    /** Returns the number of calls known to be unanswered. */
    long inFlight() {
        return inFlight;
    }

    /** Returns the credits that the latest reply granted, or -1 if there has been no reply. */
    long granted() {
        return granted.last;
    }

    long calls() {
        return calls;
    }

    Summary summary() {
        settle();
        return new Summary(
                calls,
                replies,
                failed,
                errors,
                asked.most,
                granted.least(),
                granted.most,
                mostInFlight,
                atLimit,
                mostSegments);
    }
}
