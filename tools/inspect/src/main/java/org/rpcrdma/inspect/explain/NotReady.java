// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.inspect.lint.RefusedRequests;
import org.rpcrdma.inspect.lint.RefusedRequests.Kind;
import org.rpcrdma.inspect.lint.RefusedRequests.Refused;

/** Counts how often one side of a connection was not ready to accept a request, and how long its peer waited. */
final class NotReady {
    private final RefusedRequests requests = new RefusedRequests();
    private final Latency waits = new Latency();
    private long naks;
    private long sends;
    private long transfers;
    private long notRepeated;
    private long timer;
    private long waited;
    private long inFlight = RefusedRequests.UNKNOWN;
    private long granted = RefusedRequests.UNKNOWN;
    private boolean isExceeded;

    /**
     * The requests that one side refused with RNR NAKs.
     *
     * @param side        the side that was not ready: {@code client} or {@code server}.
     * @param address     the side's address.
     * @param naks        the number of RNR NAKs.
     * @param sends       the number of refused Sends, for which no Receive was posted.
     * @param transfers   the number of refused RDMA READs and WRITEs, whose memory was not present.
     * @param notRepeated the number of refused requests whose repetition was not captured.
     * @param timerNanos  the longest delay that a NAK requests, in nanoseconds.
     * @param waitNanos   the time from a request's first NAK to its last transmission, in nanoseconds.
     * @param waitedNanos the sum of these times.
     * @param inFlight    the maximum number of calls in flight at the time of a first NAK; -1 if the refused requests
     *                    are not calls.
     * @param granted     the caller's credits at that time; -1 if no grant was captured.
     * @param cause       the likely cause.
     */
    record Summary(
            String side,
            String address,
            long naks,
            long sends,
            long transfers,
            long notRepeated,
            long timerNanos,
            Latency.Summary waitNanos,
            long waitedNanos,
            long inFlight,
            long granted,
            String cause) {}

    NotReady() {}

    /** Processes an RNR NAK, given the number of the peer's calls in flight and its granted credits. */
    void refused(final CapturedMessage nak, final int syndrome, final Flow peer) {
        naks++;
        add(requests.refuse(nak, syndrome, peer.inFlight(), peer.granted()));
    }

    /** Processes a packet of the peer's requests. */
    void request(final CapturedMessage request, final Kind kind, final long xid) {
        requests.repeat(request, kind, xid);
    }

    private void add(final Refused refused) {
        if (refused == null) {
            return;
        }
        timer = Math.max(timer, refused.timer());
        if (refused.waited() == RefusedRequests.UNKNOWN) {
            notRepeated++;
        } else {
            waits.add(refused.waited(), refused.first().frame());
            waited += refused.waited();
        }
        if (refused.kind() == Kind.TRANSFER) {
            transfers++;
            return;
        }
        sends++;
        final RefusedRequests.FirstNak first = refused.first();
        isExceeded |= first.granted() >= 0 && first.outstanding() > first.granted();
        if (first.outstanding() >= inFlight) {
            inFlight = first.outstanding();
            granted = first.granted();
        }
    }

    /** Returns the summary, or null if the side was always ready. */
    Summary summary(final boolean isClient, final String address) {
        add(requests.end());
        return naks == 0
                ? null
                : new Summary(
                        isClient ? "client" : "server",
                        address,
                        naks,
                        sends,
                        transfers,
                        notRepeated,
                        timer,
                        waits.summary(),
                        waited,
                        inFlight,
                        granted,
                        cause(isClient));
    }

    private String cause(final boolean isClient) {
        if (sends == 0) {
            return "the memory of RDMA READs or WRITEs was not present (on-demand paging)";
        }
        if (isClient) {
            return "the client posts fewer Receives than it has calls in flight, or posts them late";
        }
        return isExceeded
                ? "the client has more calls in flight than the server granted"
                : "the server posts fewer Receives than it grants credits, or posts them late, or connections that"
                        + " share a receive queue have emptied it";
    }
}
