// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The queue depths of a server's connection. They are computed from the connection's credits, as in svcrdma, and
 * limited by the device. Immutable.
 *
 * <pre>
 *   receive queue   credits + 2 reverse calls + batch + 1 to drain the queue
 *                   if too deep: the device's depth, Receives posted one by one, credits for all but 2
 *   send queue      as deep, and 3 transfers per credit, each repeated for every region of the longest payload;
 *                   a transfer is 3 requests: registration, READ or WRITE, invalidation
 *                   without fast registration: for every gather list of the payload, of 1 request each
 *   elements        3, one per page of a message, and 1
 * </pre>
 *
 * <p>{@code rdma_rw_mr_factor} and {@code rdma_rw_max_send_wr} compute the same transfers for devices that prefer
 * regions to long gather lists, such as mlx5. For other devices, the kernel uses the gather list limit of a READ.
 *
 * @param credits      the maximum number of outstanding calls.
 * @param receiveBatch the number of Receives posted together.
 * @param receiveDepth the maximum number of outstanding Receives.
 * @param sendDepth    the maximum number of outstanding send work requests.
 * @param sendElements the maximum number of elements of a send work request.
 */
record ServerDepths(int credits, int receiveBatch, int receiveDepth, int sendDepth, int sendElements) {
    /** The minimum number of work requests that a device must support: one for a credit, plus the reserved requests. */
    static final int LEAST_WORK_REQUESTS = 3;

    private static final int REVERSE_CALLS = 2;
    private static final int DRAIN = 1;
    private static final int TRANSFERS_PER_CREDIT = 3;

    /** The number of requests per region: a READ or WRITE, its registration, and its invalidation. */
    private static final int REQUESTS_BY_REGION = 3;

    /** The maximum number of pages in a region that is used for a transfer, even if the device supports more. */
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

    /** Returns the same depths, except that the send queue leaves the given number of entries free. */
    ServerDepths leaving(final int places, final DeviceAttributes granted) {
        final int depth = Math.min(sendDepth, mostWorkRequests(granted) - places);
        return new ServerDepths(credits, receiveBatch, receiveDepth, depth, sendElements);
    }

    /** Returns the maximum depth of a queue whose completion queue has the same depth. */
    static int mostWorkRequests(final DeviceAttributes granted) {
        return Math.min(granted.maxQpWr(), granted.maxCqe());
    }

    /**
     * Returns the maximum number of requests to post together. A longer transfer is posted in several chains. This
     * works because half of the queue always becomes free eventually, regardless of which other requests are posted.
     */
    int longestChain() {
        return Math.max(1, sendDepth / 2);
    }
}
