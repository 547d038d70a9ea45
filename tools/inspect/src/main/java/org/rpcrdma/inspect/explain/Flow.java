// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.rpcrdma.inspect.decode.DecodedMessage;

/** The calls that one side of a connection makes: how many are in flight, and what its peer grants. */
final class Flow {
    private final Range asked = new Range();
    private final Range granted = new Range();
    private long calls;
    private long replies;
    private long inFlight;
    /** The most up to the latest reply, and since. */
    private long mostInFlight;

    private long mostSinceReply;
    private long mostSegmentsSinceReply;
    private long latestCallFrame;
    /** Calls up to this frame may be those whose replies are missing. */
    private long uncertainFrame;

    private long atLimit;
    private long segments;
    private long mostSegments;
    private long failed;
    private long errors;

    /** The least and the most of a number, and the last. */
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
     * @param calls        calls in the capture.
     * @param answered     those that have a reply in the capture.
     * @param failed       replies that are no success: rejected, or not accepted.
     * @param errors       replies that are RDMA_ERROR.
     * @param asked        the most credits that its calls ask for; -1 if there are no calls.
     * @param leastGranted the least credits that its peer's replies grant; -1 if there are no replies.
     * @param mostGranted  the most credits granted.
     * @param mostInFlight the most calls that were outstanding at once.
     * @param atLimit      calls with which as many were outstanding as were granted: the next one had to wait.
     * @param mostSegments the most segments of outstanding calls at once: registrations of its memory.
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
     * Replies are missing here: any of the calls before may be answered. None of them counts from now on, and what the
     * latest ones added is not believed.
     */
    void repliesMissing() {
        uncertainFrame = latestCallFrame;
        inFlight = 0;
        segments = 0;
        mostSinceReply = 0;
        mostSegmentsSinceReply = 0;
    }

    /** Returns the calls that have no reply, as far as the capture tells. */
    long inFlight() {
        return inFlight;
    }

    /** Returns the credits that the latest reply granted; -1 if none did. */
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
