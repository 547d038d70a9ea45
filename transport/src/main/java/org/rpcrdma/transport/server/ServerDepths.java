// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The depths of the queues of a server's connection: computed from its credits as svcrdma does, and cut to what the
 * device grants.
 *
 * <pre>
 *   receive queue   credits + 2 calls in reverse + batch + 1 to drain it
 *                   where that is too deep: what is granted, Receives posted one by one, credits for all but 2
 *   send queue      as deep, and 3 requests a credit
 *   elements        3, one a page of a message, and 1
 * </pre>
 *
 * @param credits      calls outstanding at most.
 * @param receiveBatch Receives posted together.
 * @param receiveDepth Receives outstanding at most.
 * @param sendDepth    send work requests outstanding at most.
 * @param sendElements elements of a send work request at most.
 */
record ServerDepths(int credits, int receiveBatch, int receiveDepth, int sendDepth, int sendElements) {
    /** The fewest work requests that a device must grant: one credit, and what is set aside. */
    static final int LEAST_WORK_REQUESTS = 3;

    private static final int REVERSE_CALLS = 2;
    private static final int DRAIN = 1;
    private static final int TRANSFERS_PER_CREDIT = 3;
    private static final int SET_ASIDE = 2;
    private static final int ELEMENTS_BESIDE_PAGES = 4;
    private static final int PAGE = 4096;

    static ServerDepths of(
            final int credits, final int receiveBatch, final int bufferSize, final DeviceAttributes granted) {
        final int most = mostWorkRequests(granted);
        final int wanted = credits + REVERSE_CALLS + receiveBatch + DRAIN;
        final boolean fits = wanted <= most;
        final int depth = Math.min(wanted, most);
        final int left = fits ? credits : Math.min(credits, depth - SET_ASIDE);
        return new ServerDepths(
                left,
                fits ? receiveBatch : 1,
                depth,
                Math.min(depth + TRANSFERS_PER_CREDIT * left, most),
                Math.min(ELEMENTS_BESIDE_PAGES + bufferSize / PAGE, granted.maxSge()));
    }

    /** Returns the same, but for places that what the device grants must leave in the send queue. */
    ServerDepths leaving(final int places, final DeviceAttributes granted) {
        final int depth = Math.min(sendDepth, mostWorkRequests(granted) - places);
        return new ServerDepths(credits, receiveBatch, receiveDepth, depth, sendElements);
    }

    /** Each queue has a completion queue of its depth. */
    static int mostWorkRequests(final DeviceAttributes granted) {
        return Math.min(granted.maxQpWr(), granted.maxCqe());
    }

    /**
     * Returns the number of requests that are posted together at most. A transfer that needs more goes in several
     * chains; half the queue is free sooner or later, whatever else is posted.
     */
    int longestChain() {
        return Math.max(1, sendDepth / 2);
    }
}
