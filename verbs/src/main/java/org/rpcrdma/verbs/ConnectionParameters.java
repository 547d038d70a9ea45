// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The parameters that each side of a connection sends to the other ({@code struct rdma_conn_param}).
 *
 * <p>Either side or both can send RDMA READs. In each direction, the number of concurrent READs is limited by the
 * requester's initiator depth or the responder's resources, whichever is smaller.
 *
 * @param privateData        the private data for the peer, at most 56 bytes in a request and 196 in an acceptance.
 * @param responderResources the maximum number of the peer's RDMA READs and atomics that this side processes
 *                           concurrently, 0 to 255.
 * @param initiatorDepth     the maximum number of RDMA READs and atomics that this side has in flight, 0 to 255.
 * @param retryCount         the number of transport retries for both sides, 0 to 7; the value in the request applies.
 * @param rnrRetryCount      the number of times that the peer retries while this side has no Receive posted, 0 to 7; 7
 *                           means unlimited.
 */
public record ConnectionParameters(
        byte[] privateData, int responderResources, int initiatorDepth, int retryCount, int rnrRetryCount) {
    /** The maximum number of bytes of private data in a request. */
    public static final int REQUEST_DATA = 56;
    /** The maximum number of bytes of private data in an acceptance. */
    public static final int ACCEPT_DATA = 196;
    /** The maximum number of bytes of private data in a rejection. */
    public static final int REJECT_DATA = 148;

    private static final int MAX_READS = 255;
    private static final int MAX_RETRIES = 7;

    /**
     * Creates parameters with the same RDMA READ depth in both directions.
     *
     * @param privateData   the private data for the peer, at most 56 bytes in a request and 196 in an acceptance.
     * @param maxReadAtomic the maximum number of RDMA READs in flight in each direction, 1 to 255.
     * @param retryCount    the number of transport retries for both sides, 0 to 7; the value in the request applies.
     * @param rnrRetryCount the number of times that the peer retries while this side has no Receive posted, 0 to 7; 7
     *                      means unlimited.
     */
    public ConnectionParameters(
            final byte[] privateData, final int maxReadAtomic, final int retryCount, final int rnrRetryCount) {
        this(privateData, maxReadAtomic, maxReadAtomic, retryCount, rnrRetryCount);
    }

    /**
     * Returns the larger READ depth of the two directions.
     *
     * @return the maximum of {@link #responderResources()} and {@link #initiatorDepth()}, 1 to 255.
     */
    public int maxReadAtomic() {
        return Math.max(responderResources, initiatorDepth);
    }

    /**
     * Checks that the parameters fit into the connection manager's messages. Devices call this method.
     *
     * @param dataLimit the maximum length of private data, in bytes.
     * @throws VerbsException EINVAL if a parameter is out of range.
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
     * Checks the length of private data. Devices call this method.
     *
     * @param data  the private data.
     * @param limit the maximum length, in bytes.
     * @throws VerbsException EINVAL if the data is null or longer than the limit.
     */
    public static void checkPrivateData(final byte[] data, final int limit) {
        check("privateData", data == null ? -1 : data.length, 0, limit);
    }

    private static void check(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "connection parameter is out of range: " + name + "=" + value + " least=" + least + " most="
                            + most);
        }
    }
}
