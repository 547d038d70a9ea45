// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.verbs.Gid;

/**
 * A NIC's link to the network: sends packets, and delivers arriving packets to their {@link PacketSink}.
 *
 * <p>A link may lose, delay, repeat and reorder packets, and drops packets without a receiver, without reporting it.
 * Times are nanoseconds.
 */
public interface Link extends InPlacePayloads {
    /** Returns the address of the NIC's port. */
    Gid gid();

    /** Returns the longest payload of a packet that the port takes. */
    int mtu();

    /** Returns the known path MTU to another port, in bytes of payload. */
    default int mtu(final Gid destination) {
        return mtu();
    }

    /**
     * Returns the maximum number of packets of a reliable queue pair in flight to or from the peer, which the peer's
     * buffers limit. A lossless link has no such limit.
     */
    default int window() {
        return Integer.MAX_VALUE;
    }

    /** Returns the window that queue pairs sending to the host of a queue pair share, or null if they share none. */
    default SharedWindow sharedWindow(final PacketSink destination) {
        return null;
    }

    /** Returns a queue pair by its port's address and its number, or null if it is unknown. */
    PacketSink find(Gid gid, int number);

    /**
     * Sends a packet; it is the link's from now on.
     *
     * @param packet the packet; without a destination it is dropped.
     * @return when it arrives, unless it is lost or delayed.
     */
    long send(Packet packet);

    /**
     * Sends a packet without payload ahead of queued packets; the link takes ownership.
     *
     * @param packet    the packet; without a destination it is dropped.
     * @param notBefore the earliest time at which it may arrive.
     */
    void sendAhead(Packet packet, long notBefore);

    /** Hands a packet that has arrived here to its destination; the packet is dropped if the link is down. */
    void deliver(Packet packet);

    /** Returns when the next packet is to be sent, so that the link is kept busy; not before now. */
    long nextTurn();

    /** Returns how long the packet being delivered had waited at this host before it was received. */
    default long waited() {
        return 0;
    }

    /** Returns when the last packet sent so far leaves, or now if it has left. */
    long lastDeparture();

    /** Returns when the last of the packets that were sent so far arrives. */
    long lastArrival();
}
