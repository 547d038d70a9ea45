// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.ArrayDeque;
import org.rpcrdma.transport.call.Call;

/**
 * The send queue of a server's connection, as far as it has room: requests that do not fit wait, first come, first
 * served, until requests that were posted have completed. So posting never overflows the queue, the largest transfer
 * has its turn, and the shortest reply waits for those before it only. A transfer that is longer than half the queue
 * goes in several chains.
 */
final class SendBacklog {
    private final int longestChain;
    private int available;
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();

    /**
     * @param sendDepth    work requests that the queue holds.
     * @param longestChain work requests of one chain at most.
     */
    SendBacklog(final int sendDepth, final int longestChain) {
        this.longestChain = longestChain;
        available = sendDepth;
    }

    /** Adds a call whose transfer is to be posted. */
    void add(final Call call) {
        call.posted = 0;
        waiting.add(call);
    }

    /** Returns the call that has its turn; null if none waits, or the queue has no room for its next chain. */
    Call next() {
        final Call first = waiting.peek();
        return first != null && chainLength(first) <= available ? first : null;
    }

    private int chainLength(final Call call) {
        return Math.min(call.workRequests - call.posted, longestChain);
    }

    /** Takes the room for the next chain of the call that has its turn; returns its number of requests. */
    int takeChain() {
        final Call first = waiting.peek();
        final int count = chainLength(first);
        available -= count;
        if (first.posted + count == first.workRequests) {
            waiting.remove();
        }
        return count;
    }

    /** Notes that work requests have completed. */
    void completed(final int workRequests) {
        available += workRequests;
    }

    /** Takes off the first call that waits, a part of which may be posted; returns null if none waits. */
    Call abandon() {
        return waiting.poll();
    }
}
