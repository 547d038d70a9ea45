// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.wire.CmPrivateData;

/**
 * The terms that two peers negotiate by private data (RFC 8797): the inline thresholds in both directions, and
 * permission for a Send to invalidate the peer's keys. Immutable.
 *
 * @param inlineThreshold    the inline threshold for messages to the peer, in bytes.
 * @param replyThreshold     the inline threshold for messages from the peer, in bytes.
 * @param remoteInvalidation true if a Send may invalidate the peer's keys.
 */
public record ConnectionTerms(int inlineThreshold, int replyThreshold, boolean remoteInvalidation) {
    /** The maximum number of RDMA READs in flight ({@code svcrdma_ord}). */
    private static final int READ_DEPTH = 16;

    private static final int RETRIES = 6;

    /**
     * The RNR retry count for no retries. Receives are posted before they are needed, so if the peer finds no Receive,
     * it has exceeded its credits.
     */
    public static final int NO_RNR_RETRIES = 0;

    /**
     * The RNR retry count for unlimited retries. There may be fewer Receives than credits, so if the peer finds no
     * Receive, it must wait for one to be posted.
     */
    public static final int ENDLESS_RNR_RETRIES = 7;

    /**
     * Returns the connection parameters of a client. Like xprtrdma, it responds to the server's READs and issues no
     * READs itself.
     */
    public static ConnectionParameters ofClient(
            final DeviceAttributes granted, final int bufferSize, final boolean remoteInvalidation) {
        final byte[] data = privateData(bufferSize, remoteInvalidation);
        return new ConnectionParameters(data, readDepth(granted), 0, RETRIES, NO_RNR_RETRIES);
    }

    /**
     * Returns the connection parameters of a server. Like svcrdma, it reads from the client and does not respond to
     * READs.
     */
    public static ConnectionParameters ofServer(
            final DeviceAttributes granted, final int bufferSize, final int rnrRetries) {
        final byte[] data = privateData(bufferSize, false);
        return new ConnectionParameters(data, 0, readDepth(granted), RETRIES, rnrRetries);
    }

    private static byte[] privateData(final int bufferSize, final boolean remoteInvalidation) {
        final byte[] data = new byte[CmPrivateData.LENGTH];
        CmPrivateData.write(new UnsafeBuffer(data), 0, remoteInvalidation, bufferSize, bufferSize);
        return data;
    }

    /** Returns the maximum number of READs in flight, limited by the device. */
    private static int readDepth(final DeviceAttributes granted) {
        return Math.max(1, Math.min(READ_DEPTH, granted.maxReadAtomic()));
    }

    /** Returns the terms that result from the peer's private data. */
    public static ConnectionTerms of(final byte[] peerData, final int bufferSize) {
        final UnsafeBuffer data = new UnsafeBuffer(peerData);
        if (!CmPrivateData.isPresent(data, 0, peerData.length)) {
            final int both = Math.min(bufferSize, CmPrivateData.DEFAULT_INLINE_THRESHOLD);
            return new ConnectionTerms(both, both, false);
        }
        return new ConnectionTerms(
                Math.min(bufferSize, CmPrivateData.receiveSize(data, 0)),
                Math.min(bufferSize, CmPrivateData.sendSize(data, 0)),
                CmPrivateData.remoteInvalidation(data, 0));
    }
}
