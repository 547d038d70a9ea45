// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.wire.CmPrivateData;

/**
 * The terms that the private data of RFC 8797 settles: the longest messages that go inline, to the peer and from it,
 * and whether the peer's keys may be invalidated by a Send.
 *
 * @param inlineThreshold    bytes to the peer.
 * @param replyThreshold     bytes from the peer.
 * @param remoteInvalidation true if they may.
 */
public record ConnectionTerms(int inlineThreshold, int replyThreshold, boolean remoteInvalidation) {
    /** RDMA READs in flight at most ({@code svcrdma_ord}). */
    private static final int READ_DEPTH = 16;

    private static final int RETRIES = 6;

    /** Receives are posted before they are needed: a peer that finds none has gone beyond its credits. */
    public static final int NO_RNR_RETRIES = 0;

    /** Receives are fewer than credits: a peer that finds none waits, however long. */
    public static final int ENDLESS_RNR_RETRIES = 7;

    /**
     * Returns a client's connection parameters: it answers the server's READs, and has none of its own, as xprtrdma.
     */
    public static ConnectionParameters ofClient(
            final DeviceAttributes granted, final int bufferSize, final boolean remoteInvalidation) {
        final byte[] data = privateData(bufferSize, remoteInvalidation);
        return new ConnectionParameters(data, readDepth(granted), 0, RETRIES, NO_RNR_RETRIES);
    }

    /** Returns a server's connection parameters: it reads from the client, and answers no READs, as svcrdma. */
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

    /** Returns the READs in flight: fewer if the device grants fewer. */
    private static int readDepth(final DeviceAttributes granted) {
        return Math.max(1, Math.min(READ_DEPTH, granted.maxReadAtomic()));
    }

    /** Returns the terms that follow from the peer's private data. */
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
