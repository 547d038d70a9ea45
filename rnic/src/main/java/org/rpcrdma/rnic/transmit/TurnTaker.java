// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

/** The part of a queue pair that {@link Transmitter} uses. */
public abstract class TurnTaker {
    /** True while the queue pair is waiting for its turn. */
    boolean isInTurn;
    /**
     * True while the {@code ResponseSender} has pending packets. This flag is stored here because every turn reads it.
     */
    public boolean hasResponses;

    /** Returns the queue pair's number. */
    public abstract int number();

    /** Sends one packet. Returns true if another packet could follow immediately. */
    public abstract boolean transmit(long now);
}
