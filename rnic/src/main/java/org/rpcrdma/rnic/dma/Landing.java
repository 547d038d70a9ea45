// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.time.Event;

/**
 * An event that fires when a packet's data has reached memory. The event completes a Receive or a READ, or sends an
 * acknowledgement. Pooled.
 */
public final class Landing extends Event {
    private static final long NOWHERE = -1;

    private final LandingPool pool;

    /** The packet that carried the data, or null. */
    public Packet packet;
    /** The queue position of the Receive or READ to complete. */
    public long position;

    public int receiveStatus;
    public int receivedLength;
    /** True if the payload is part of the completion; the packet then contains a copy of the payload. */
    public boolean isInline;

    /**
     * The kind, PSN and status of the answer to send, and the number of the peer's messages that are complete when the
     * data has landed.
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

    /** Resets this object for a packet. By default, no request completes. */
    void begin(final LandingTaker newTaker, final Packet newPacket) {
        taker = newTaker;
        packet = newPacket;
        position = NOWHERE;
        receiveStatus = 0;
        isInline = false;
        isRepeat = false;
        status = 0;
    }

    /** Sets the Receive to complete, with its status and length. */
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
