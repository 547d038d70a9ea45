// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.rpcrdma.capture.CapturedMessage;

/** Measures the round trips of a connection's RDMA READs, from the request to the last packet of the response. */
final class ReadTrips {
    /** The maximum number of outstanding READs per queue pair. */
    private static final int MOST_OUTSTANDING = 255;

    private final ArrayDeque<Request> outstanding = new ArrayDeque<>();
    private final Latency trips = new Latency();
    private long requests;
    private long requestedBytes;

    private record Request(int side, int rkey, long end, long nanos) {}

    /**
     * The summary of RDMA READs.
     *
     * @param requests  the number of requests, excluding retransmissions.
     * @param bytes     the number of bytes requested.
     * @param roundTrip the time from a request to the last packet of its response, in nanoseconds.
     */
    record Summary(long requests, long bytes, Latency.Summary roundTrip) {}

    ReadTrips() {}

    void request(final CapturedMessage request) {
        requests++;
        requestedBytes += request.transferLength();
        if (outstanding.size() >= MOST_OUTSTANDING) {
            outstanding.removeFirst();
        }
        outstanding.addLast(new Request(
                request.side(), request.rkey(), request.address() + request.transferLength(), request.relativeNanos()));
    }

    void answer(final CapturedMessage packet) {
        final long end = packet.address() + packet.wireLength();
        for (final Iterator<Request> all = outstanding.iterator(); all.hasNext(); ) {
            final Request request = all.next();
            if (request.end == end && request.rkey == packet.rkey() && request.side != packet.side()) {
                trips.add(
                        packet.isCut() ? Latency.UNKNOWN : packet.relativeNanos() - request.nanos,
                        packet.frameNumber());
                all.remove();
                return;
            }
        }
    }

    Summary summary() {
        return new Summary(requests, requestedBytes, trips.summary());
    }
}
