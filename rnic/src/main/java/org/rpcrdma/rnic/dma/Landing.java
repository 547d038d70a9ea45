// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.time.Event;

/**
 * The arrival of a packet's data in memory, and its consequence: a Receive completes, an answer goes out, or
 * a READ is done. Pooled.
 */
public final class Landing extends Event {
    private static final long NOWHERE = -1;

    private final LandingPool pool;

    /** The packet, or null. */
    public Packet packet;
    /** The position in its queue of the Receive, or the READ, that completes. */
    public long position;

    public int receiveStatus;
    public int receivedLength;
    /** Set if the payload, which the packet has with it then, goes into the completion. */
    public boolean isInline;

    /** The answer's kind, number and status, and how many messages of the peer are completed by then. */
    public byte answer;

    public long psn;
    public int status;
    public int messageSequence;

    private LandingTaker taker;

    Landing(final LandingPool pool) {
        this.pool = pool;
    }

    /** Begins anew: nothing completes. */
    void begin(final LandingTaker newTaker, final Packet newPacket) {
        taker = newTaker;
        packet = newPacket;
        position = NOWHERE;
        receiveStatus = 0;
        isInline = false;
        status = 0;
    }

    /** Lets a Receive complete. */
    public void complete(final long receive, final int newStatus, final int length) {
        position = receive;
        receiveStatus = newStatus;
        receivedLength = length;
    }

    /** Returns true if a Receive or a READ completes. */
    public boolean completes() {
        return position != NOWHERE;
    }

    @Override
    protected void fire() {
        taker.landed(this);
        pool.give(this);
    }
}
