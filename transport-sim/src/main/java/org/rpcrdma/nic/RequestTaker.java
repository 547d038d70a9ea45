// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** The responding half of a queue pair: takes requests of peers, puts what they bring into memory, completes Receives. */
interface RequestTaker {
    /**
     * Makes ready to take requests.
     *
     * @param pathMtu       bytes of a packet's payload at most.
     * @param maxReadAtomic READs and atomics that the peer may have outstanding.
     * @param firstPsn      the number to begin with.
     */
    void connect(int pathMtu, int maxReadAtomic, long firstPsn);

    /** Takes a request's packet. */
    void request(Packet packet);

    /** A packet has landed: what it brings about becomes visible. */
    void landed(Packet packet);

    /**
     * A READ that was taken cannot be answered: it is refused once what came before it has landed.
     *
     * @param messageSequence messages of the peer that were completed before it.
     */
    default void readFailed(final long psn, final int statusThere, final int messageSequence, final long landing) {
        throw new IllegalStateException("no READs are taken: psn=" + psn);
    }

    /** When the data of the packets that arrived so far is in memory. */
    long lastLanding();

    /** Completes every Receive with WR_FLUSH_ERR; nothing is taken any more. */
    void flush();

    /** Gives back the packets that it holds, where it does: the queue pair has come to the end of a life. */
    default void drop() {}
}
