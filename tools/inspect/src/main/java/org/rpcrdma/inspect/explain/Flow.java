// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.rpcrdma.inspect.decode.DecodedMessage;

/** The calls of one side of a connection: how many are in flight, and the credits that its peer grants. */
final class Flow {
    private final Range asked = new Range();
    private final Range granted = new Range();
    private long calls;
    private long replies;
    private long inFlight;
    /** The maximum up to the latest reply, and the maximum since. */
    private long mostInFlight;

    private long mostSinceReply;
    private long mostSegmentsSinceReply;
    private long latestCallFrame;
    /** Calls up to this frame may have replies that were not captured. */
    private long uncertainFrame;

    private long atLimit;
    private long segments;
    private long mostSegments;
    private long failed;
    private long errors;

    /** The minimum, maximum and latest value of a number. */
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
     * The calls of one side.
     *
     * @param calls captured calls.
     * @param answered calls with a captured reply.
     * @param failed unsuccessful replies: rejected, or not accepted.
     * @param errors replies that are RDMA_ERROR.
     * @param asked the maximum number of credits requested; -1 if there are no calls.
     * @param leastGranted the minimum number of credits granted by the peer's replies; -1 if there are no replies.
     * @param mostGranted the maximum number of credits granted.
     * @param mostInFlight the maximum number of outstanding calls.
     * @param atLimit calls that used the last granted credit, so that the next call had to wait.
     * @param mostSegments the maximum number of segments in outstanding calls: registrations of the caller's memory.
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
     * Handles missing replies, which may answer any of the earlier calls. These calls no longer count as outstanding,
     * and the latest maximum is discarded.
     */
    void repliesMissing() {
        uncertainFrame = latestCallFrame;
        inFlight = 0;
        segments = 0;
        mostSinceReply = 0;
        mostSegmentsSinceReply = 0;
    }

    /** Returns the known number of calls without a reply. */
    long inFlight() {
        return inFlight;
    }

    /** Returns the credits that the latest reply granted; -1 if there was no reply. */
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
