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
    /** Maximum bytes of private data in a request. */
    public static final int REQUEST_DATA = 56;
    /** Maximum bytes of private data in an acceptance. */
    public static final int ACCEPT_DATA = 196;
    /** Maximum bytes of private data in a rejection. */
    public static final int REJECT_DATA = 148;

    private static final int MAX_READS = 255;
    private static final int MAX_RETRIES = 7;

    /**
     * Creates parameters with the same RDMA READ depth in both directions.
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

    /**
     * Checks that the parameters fit into the messages of connection managers. Devices call it.
     *
     * @param dataLimit bytes of private data at most.
     * @throws VerbsException EINVAL if one is out of range.
     */
    public void check(final int dataLimit) {
        checkPrivateData(privateData, dataLimit);
        check("responderResources", responderResources, 0, MAX_READS);
        check("initiatorDepth", initiatorDepth, 0, MAX_READS);
        check("maxReadAtomic", maxReadAtomic(), 1, MAX_READS);
        check("retryCount", retryCount, 0, MAX_RETRIES);
        check("rnrRetryCount", rnrRetryCount, 0, MAX_RETRIES);
    }

    /**
     * Checks the length of private data. Devices call it.
     *
     * @param data  private data.
     * @param limit bytes at most.
     * @throws VerbsException EINVAL if the data is null or longer than the limit.
     */
    public static void checkPrivateData(final byte[] data, final int limit) {
        check("privateData", data == null ? -1 : data.length, 0, limit);
    }

    private static void check(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "connection parameter out of range: " + name + "=" + value + " least=" + least + " most=" + most);
        }
    }
}
