// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * The end of a connection. It is either a disconnect request, or the rejection of a connection request or of a reply.
 * Immutable.
 *
 * @param connection    the connection's number, as in {@link CapturedMessage#connection()}; {@link #NONE} for a
 *                      rejection.
 * @param frameNumber   the frame's number, from 1.
 * @param relativeNanos the frame's time in nanoseconds since the first frame.
 * @param source        the address of the side that ended the connection.
 * @param destination   the peer's address.
 * @param fromClient    true if the client is known to have disconnected; false for a rejection.
 * @param reason        the reason for a rejection (InfiniBand Architecture Specification, volume 1, section 12.6.7.2);
 *                      0 for a disconnect request, which has no reason.
 */
public record CapturedEnd(
        int connection,
        long frameNumber,
        long relativeNanos,
        String source,
        String destination,
        boolean fromClient,
        int reason) {
    /** The connection number used for a rejection. */
    public static final int NONE = -1;
}
