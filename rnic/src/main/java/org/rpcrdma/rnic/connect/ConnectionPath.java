// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/**
 * The path of a connection's packets, as specified in a connection request or reply.
 *
 * @param startingPsn the first PSN that the sender of the message accepts, which must be the PSN of its peer's first
 *                    packet; 24 bits.
 * @param flowLabel   the flow label of both sides' packets, 20 bits.
 * @param ackTimeout  the code of the ACK timeout, 5 bits; the timeout is 4.096 us times 2 to the power of the code.
 * @param ackDelay    the code of the maximum time before a side acknowledges a packet, 5 bits.
 */
public record ConnectionPath(int startingPsn, int flowLabel, int ackTimeout, int ackDelay) {
    /** The acknowledgement delay code that soft-RoCE uses. */
    private static final int USUAL_DELAY = 15;

    /** Returns a path with the default acknowledgement delay. */
    public static ConnectionPath of(final int startingPsn, final int flowLabel, final int ackTimeout) {
        return new ConnectionPath(startingPsn, flowLabel, ackTimeout, Math.min(USUAL_DELAY, ackTimeout - 1));
    }
}
