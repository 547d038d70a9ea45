// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * The send queue of a server's connection, as far as it has room: what does not fit waits, first come first served, until
 * requests that were posted are done with. So posting never overflows the queue, the largest transfer has its turn, and the
 * shortest reply waits for those before it only. A transfer that is longer than half the queue goes in several chains.
 */
final class SendBacklog {
    private final ServerTransfers transfers;
    private final int longestChain;
    private int available;
    private CallContext first;
    private CallContext last;

    SendBacklog(final ServerTransfers transfers, final ServerDepths depths) {
        this.transfers = transfers;
        longestChain = depths.longestChain();
        available = depths.sendDepth();
    }

    /** Posts the call's work requests, now or when there is room. */
    void submit(final CallContext call) {
        call.posted = 0;
        call.next = null;
        if (first == null) {
            first = call;
        } else {
            last.next = call;
        }
        last = call;
        postWaiting();
    }

    /** Work requests are done with. */
    void done(final int workRequests) {
        available += workRequests;
        postWaiting();
    }

    /** Takes a call that waits off the queue; a part of it may be posted. */
    CallContext abandon() {
        return first == null ? null : removeFirst();
    }

    private void postWaiting() {
        while (first != null) {
            final CallContext call = first;
            final int count = Math.min(call.workRequests - call.posted, longestChain);
            if (count > available) {
                return;
            }
            available -= count;
            if (call.posted + count == call.workRequests) {
                removeFirst();
            }
            transfers.post(call, count);
        }
    }

    private CallContext removeFirst() {
        final CallContext call = first;
        first = call.next;
        if (first == null) {
            last = null;
        }
        call.next = null;
        return call;
    }
}
