// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * An end that one side made: a disconnect request, or a rejection of a connection request or reply.
 *
 * @param connection    its number, as in {@link CapturedMessage#connection()}; {@link #NONE} of a rejection.
 * @param frameNumber   the frame, from 1.
 * @param relativeNanos when it was captured, nanoseconds since the first frame.
 * @param source        the address of the side that ends it.
 * @param destination   the address of its peer.
 * @param fromClient    true if the client disconnects, as far as the capture tells; false for a rejection.
 * @param reason        the reason of a rejection (InfiniBand Architecture Specification, volume 1, section 12.6.7.2); 0
 *                      of a disconnect request, which has none.
 */
public record CapturedEnd(
        int connection,
        long frameNumber,
        long relativeNanos,
        String source,
        String destination,
        boolean fromClient,
        int reason) {
    /** The number of no connection. */
    public static final int NONE = -1;
}
