// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.time.Event;

/**
 * The event that a packet's data has reached memory. As a result a Receive completes, an acknowledgement is sent, or a
 * READ completes. Pooled.
 */
public final class Landing extends Event {
    private static final long NOWHERE = -1;

    private final LandingPool pool;

    /** The packet that carried the data, or null. */
    public Packet packet;
    /** The queue position of the Receive or READ that completes. */
    public long position;

    public int receiveStatus;
    public int receivedLength;
    /** True if the payload goes into the completion; the packet then holds a copy of it. */
    public boolean isInline;

    /**
     * The kind, PSN and status of the answer to send, and the number of the peer's messages that are completed by then.
     */
    public byte answer;

    public long psn;
    public int status;
    public int messageSequence;
    /** True if the answer acknowledges a repeated request. */
    public boolean isRepeat;

    private LandingTaker taker;

    Landing(final LandingPool pool) {
        this.pool = pool;
    }

    /** Resets this object for a packet; by default, no request completes. */
    void begin(final LandingTaker newTaker, final Packet newPacket) {
        taker = newTaker;
        packet = newPacket;
        position = NOWHERE;
        receiveStatus = 0;
        isInline = false;
        isRepeat = false;
        status = 0;
    }

    /** Sets the Receive that completes, with its status and length. */
    public void complete(final long receive, final int newStatus, final int length) {
        position = receive;
        receiveStatus = newStatus;
        receivedLength = length;
    }

    /** Returns true if this landing completes a Receive or a READ. */
    public boolean completes() {
        return position != NOWHERE;
    }

    @Override
    protected void fire() {
        taker.landed(this);
        pool.give(this);
    }
}
