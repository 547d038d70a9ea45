// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import org.rpcrdma.sim.host.BusyTime;

/** The link from the switch to a NIC, and the switch's output queue for this link. Times are in picoseconds. */
public final class Downlink {
    private final double picosPerByte;
    private final long halfDelay;
    private final int mtu;
    /** The time for which the link and its queue are busy, without the propagation delay. */
    private final BusyTime busy = new BusyTime();

    Downlink(final double picosPerByte, final long halfDelay, final int mtu) {
        this.picosPerByte = picosPerByte;
        this.halfDelay = halfDelay;
        this.mtu = mtu;
    }

    /** Returns the delay on this side of the switch, which is half the link's delay. */
    long halfDelay() {
        return halfDelay;
    }

    /** Returns true if a payload of the given length does not exceed the NIC's MTU. */
    boolean takes(final int payload) {
        return payload <= mtu;
    }

    /**
     * Queues a packet that leaves its sender between {@code begin} and {@code end}. Returns the time at which the
     * packet has left the switch, without the propagation delay.
     */
    long carry(final int bytes, final long now, final long begin, final long end) {
        final long carried = Math.max(end, Math.max(busy.left(now), begin) + (long) (bytes * picosPerByte));
        busy.set(now, carried);
        return carried;
    }

    /** Sends a packet that bypasses the queue. Returns the time that the link needs to transmit the packet. */
    long carryAhead(final int bytes, final long now) {
        final long picos = (long) (bytes * picosPerByte);
        busy.set(now, busy.left(now) + picos);
        return picos;
    }
}
