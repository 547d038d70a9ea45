// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The parameters that each side of a connection sends along ({@code struct rdma_conn_param}).
 *
 * <p>READs go one way or both: one side's requests take the other side's responder resources. Each way gets the smaller
 * of one side's initiator depth and the other side's responder resources.
 *
 * @param privateData        bytes for the peer, at most 56 with a request and 196 with an acceptance.
 * @param responderResources RDMA READs and atomics of the peer that this side answers at a time, 0 to 255.
 * @param initiatorDepth     RDMA READs and atomics that this side has in flight at most, 0 to 255.
 * @param retryCount         transport retries of both sides, 0 to 7; the request's value counts.
 * @param rnrRetryCount      how often the peer tries again if this side has no Receive posted, 0 to 7; 7 is without
 *     end.
 */
public record ConnectionParameters(
        byte[] privateData, int responderResources, int initiatorDepth, int retryCount, int rnrRetryCount) {
    /**
     * Parameters with as many RDMA READs either way.
     *
     * @param privateData   bytes for the peer, at most 56 with a request and 196 with an acceptance.
     * @param maxReadAtomic RDMA READs in flight at most, either way, 1 to 255.
     * @param retryCount    transport retries of both sides, 0 to 7; the request's value counts.
     * @param rnrRetryCount how often the peer tries again if this side has no Receive posted, 0 to 7; 7 is without end.
     */
    public ConnectionParameters(
            final byte[] privateData, final int maxReadAtomic, final int retryCount, final int rnrRetryCount) {
        this(privateData, maxReadAtomic, maxReadAtomic, retryCount, rnrRetryCount);
    }

    /**
     * Returns how many RDMA READs are in flight at most, one way or the other.
     *
     * @return the larger of {@link #responderResources()} and {@link #initiatorDepth()}, 1 to 255.
     */
    public int maxReadAtomic() {
        return Math.max(responderResources, initiatorDepth);
    }
}
