// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.agrona.collections.IntHashSet;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.wire.CmPrivateData;

/**
 * Figures about a capture's connections and their buffers. Immutable.
 *
 * @param credits              the maximum number of credits that a server granted, up to 16,384; 0 if it granted none.
 * @param receiveSize          the size of the server's Receive buffers in bytes, from RFC 8797 private data; the
 *                             maximum over all connections, or 0 if the capture contains no set-up with such data.
 * @param connections          the number of connections with RPC-over-RDMA messages.
 * @param connectionsPerSecond the mean rate at which connections started; 0 if the capture contains fewer than two
 *                             set-ups, or a connection started before the capture.
 */
public record CapturedTraffic(int credits, int receiveSize, int connections, double connectionsPerSecond) {
    private static final double NANOS_A_SECOND = 1e9;

    /** The maximum number of credits in a comparison. The field has 32 bits, but real servers grant few credits. */
    private static final int MOST_CREDITS = 16_384;

    /** Collects the figures, message by message. */
    static final class Builder {
        private final IntHashSet connected = new IntHashSet();
        private final IntHashSet used = new IntHashSet();
        private int credits;
        private int receiveSize;
        private long firstBegin;
        private long lastBegin;
        private boolean isOlder;

        void onConnect(final CapturedConnect connect) {
            connected.add(connect.connection());
            if (CmPrivateData.isPresent(
                    connect.serverData(), 0, connect.serverData().capacity())) {
                receiveSize = Math.max(receiveSize, CmPrivateData.receiveSize(connect.serverData(), 0));
            }
        }

        /** Records the credits that a reply grants. */
        void onGrant(final long granted) {
            credits = Math.max(credits, (int) Math.min(granted, MOST_CREDITS));
        }

        /** Records a message of a connection. */
        void onMessage(final int connection, final long relativeNanos) {
            if (used.add(connection)) {
                isOlder |= !connected.contains(connection);
                firstBegin = used.size() == 1 ? relativeNanos : firstBegin;
                lastBegin = relativeNanos;
            }
        }

        CapturedTraffic build() {
            final long span = lastBegin - firstBegin;
            final boolean hasRate = !isOlder && used.size() > 1 && span > 0;
            return new CapturedTraffic(
                    credits, receiveSize, used.size(), hasRate ? (used.size() - 1) * NANOS_A_SECOND / span : 0);
        }
    }
}
