// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.verbs.Gid;

/**
 * A NIC's link to the network: packets go out here, and those that arrive come to the {@link PacketSink} that they
 * name.
 *
 * <p>A link may lose, delay, repeat and reorder packets, and drops those to nobody; it never says so. Times are
 * nanoseconds.
 */
public interface Link extends InPlacePayloads {
    /** Returns the address of the NIC's port. */
    Gid gid();

    /** Returns the longest payload of a packet that the port takes. */
    int mtu();

    /** Returns the longest payload of a packet that the way to another port takes, as far as this side knows. */
    default int mtu(final Gid destination) {
        return mtu();
    }

    /**
     * Returns how many packets of a reliable queue pair may be on their way to the peer or from it: as many as the peer
     * can take at once. A link on which nothing is dropped has no such limit.
     */
    default int window() {
        return Integer.MAX_VALUE;
    }

    /** Returns the window that queue pairs sending to the host of a queue pair share, or null if they share none. */
    default SharedWindow sharedWindow(final PacketSink destination) {
        return null;
    }

    /** Returns the queue pair of a number behind the port of an address, or null if none is known. */
    PacketSink find(Gid gid, int number);

    /**
     * Sends a packet; it is the link's from now on.
     *
     * @param packet the packet; without a destination it is dropped.
     * @return when it arrives, unless it is lost or delayed.
     */
    long send(Packet packet);

    /**
     * Sends a packet without payload ahead of those that wait for the link; it is the link's from now on.
     *
     * @param packet    the packet; without a destination it is dropped.
     * @param notBefore the earliest time at which it may arrive.
     */
    void sendAhead(Packet packet, long notBefore);

    /** Hands a packet that has arrived here to its destination; the packet is dropped if the link is down. */
    void deliver(Packet packet);

    /** Returns when the next packet is to be sent, so that the link is kept busy; not before now. */
    long nextTurn();

    /** Returns for how long the packet that is handed over had been at this host already, and nobody took it. */
    default long waited() {
        return 0;
    }

    /** Returns when the last packet that was sent so far has left, or now if that was earlier. */
    long lastDeparture();

    /** Returns when the last of the packets that were sent so far arrives. */
    long lastArrival();
}
