// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

/** A queue pair as the {@link Transmitter} knows it. */
public abstract class TurnTaker {
    /** Set while it waits for its turn. */
    boolean isInTurn;
    /** Set while its {@code ResponseSender} has pending packets; stored here, because each turn reads it. */
    public boolean hasResponses;

    /** Returns the queue pair's number. */
    public abstract int number();

    /** Sends one packet. Returns true if another could follow immediately. */
    public abstract boolean transmit(long now);
}
