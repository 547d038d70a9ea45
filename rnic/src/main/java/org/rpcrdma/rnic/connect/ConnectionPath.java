// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/**
 * Path of a connection's packets, as a connection request or a reply gives it.
 *
 * @param startingPsn the first PSN that the sender accepts, 24 bits: its peer starts with it.
 * @param flowLabel   the label of the packets of both sides, 20 bits.
 * @param ackTimeout  the code of the ACK time-out, 5 bits: 4.096 us times 2 to the power of it.
 * @param ackDelay    the code of the longest time that a side takes to acknowledge, 5 bits.
 */
public record ConnectionPath(int startingPsn, int flowLabel, int ackTimeout, int ackDelay) {
    /** Code of soft-RoCE. */
    private static final int USUAL_DELAY = 15;

    /** Returns the path of a connection with the usual delay of acknowledgements. */
    public static ConnectionPath of(final int startingPsn, final int flowLabel, final int ackTimeout) {
        return new ConnectionPath(startingPsn, flowLabel, ackTimeout, Math.min(USUAL_DELAY, ackTimeout - 1));
    }
}
