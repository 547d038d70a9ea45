// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The depths of the queues of a server's connection: computed from its credits as svcrdma does, and cut to the device's
 * limits.
 *
 * <pre>
 *   receive queue   credits + 2 calls in reverse + batch + 1 to drain it
 *                   if that is too deep: the granted depth, Receives posted one by one, credits for all but 2
 *   send queue      as deep, and 3 transfers a credit, each as many times as the longest payload takes regions;
 *                   a transfer is 3 requests: registration, READ or WRITE, invalidation
 *                   without fast registration: as many times as it takes gather lists, of 1 request each
 *   elements        3, one a page of a message, and 1
 * </pre>
 *
 * <p>The transfers are those that {@code rdma_rw_mr_factor} and {@code rdma_rw_max_send_wr} assume for a device that
 * prefers regions to long gather lists, as mlx5 does. On others the kernel takes the gather lists that a READ may have.
 *
 * @param credits      calls outstanding at most.
 * @param receiveBatch Receives posted together.
 * @param receiveDepth Receives outstanding at most.
 * @param sendDepth    send work requests outstanding at most.
 * @param sendElements elements of a send work request at most.
 */
record ServerDepths(int credits, int receiveBatch, int receiveDepth, int sendDepth, int sendElements) {
    /** The fewest work requests that a device must grant: one credit, and the reserved ones. */
    static final int LEAST_WORK_REQUESTS = 3;

    private static final int REVERSE_CALLS = 2;
    private static final int DRAIN = 1;
    private static final int TRANSFERS_PER_CREDIT = 3;

    /** Registration and invalidation beside it. */
    private static final int REQUESTS_BY_REGION = 3;

    /** Pages of a region for a transfer, though the device may grant more. */
    private static final int MOST_REGION_PAGES = 256;

    private static final int SET_ASIDE = 2;
    private static final int ELEMENTS_BESIDE_PAGES = 4;
    private static final int PAGE = 4096;

    static ServerDepths of(
            final int credits,
            final int receiveBatch,
            final int bufferSize,
            final int maxPayload,
            final DeviceAttributes granted) {
        final int most = mostWorkRequests(granted);
        final int wanted = credits + REVERSE_CALLS + receiveBatch + DRAIN;
        final boolean fits = wanted <= most;
        final int depth = Math.min(wanted, most);
        final int left = fits ? credits : Math.min(credits, depth - SET_ASIDE);
        return new ServerDepths(
                left,
                fits ? receiveBatch : 1,
                depth,
                (int) Math.min(depth + left * requestsPerCredit(maxPayload, granted), most),
                Math.min(ELEMENTS_BESIDE_PAGES + bufferSize / PAGE, granted.maxSge()));
    }

    private static long requestsPerCredit(final int maxPayload, final DeviceAttributes granted) {
        final boolean byRegions = granted.maxFastRegPages() > 0;
        final int most = byRegions ? Math.min(granted.maxFastRegPages(), MOST_REGION_PAGES) : granted.maxSge();
        final int transfers = TRANSFERS_PER_CREDIT * ceilDiv(ceilDiv(maxPayload, PAGE), most);
        return byRegions ? (long) REQUESTS_BY_REGION * transfers : transfers;
    }

    private static int ceilDiv(final int dividend, final int divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    /** Returns the same depths for a device whose send queue must also leave other places free. */
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
