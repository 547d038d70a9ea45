// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.inspect.lint.RefusedRequests;
import org.rpcrdma.inspect.lint.RefusedRequests.Kind;
import org.rpcrdma.inspect.lint.RefusedRequests.Refused;

/** How often one side of a connection was not ready to take a request, and how long its peer waited for it. */
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
     * The requests that a side refused by RNR NAKs.
     *
     * @param side        {@code client} or {@code server}: who was not ready.
     * @param address     its address.
     * @param naks        its RNR NAKs.
     * @param sends       Sends that it refused: it had no Receive posted.
     * @param transfers   RDMA READs and WRITEs that it refused: their memory was not present.
     * @param notRepeated refused requests that the capture does not show again.
     * @param timerNanos  the longest time that a NAK asks the sender to wait.
     * @param waitNanos   times from the first NAK of a request until it was sent for the last time.
     * @param waitedNanos the sum of these times.
     * @param inFlight    the most calls in flight at a first NAK; -1 if calls are not what was refused.
     * @param granted     the credits that the caller had then; -1 if no grant was seen.
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

    /** Takes an RNR NAK, with the calls that the peer has in flight and the credits that it was granted. */
    void refused(final CapturedMessage nak, final int syndrome, final Flow peer) {
        naks++;
        add(requests.refuse(nak, syndrome, peer.inFlight(), peer.granted()));
    }

    /** Takes a request of the peer, or a packet of one. */
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

    /** Returns the sums, or null if it was always ready. */
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
