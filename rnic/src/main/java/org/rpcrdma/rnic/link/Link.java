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

    /** Returns the maximum payload of a packet that the port accepts, in bytes. */
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

    /** Returns the queue pair with the given port address and number, or null if it is unknown. */
    PacketSink find(Gid gid, int number);

    /**
     * Sends a packet; the link takes ownership.
     *
     * @param packet the packet; without a destination it is dropped.
     * @return the time of arrival, in ns, unless the packet is lost or delayed.
     */
    long send(Packet packet);

    /**
     * Sends a packet without payload before queued packets; the link takes ownership.
     *
     * @param packet    the packet; without a destination it is dropped.
     * @param notBefore the earliest time at which it may arrive.
     */
    void sendAhead(Packet packet, long notBefore);

    /** Delivers an arrived packet to its destination, or drops it if the link is down. */
    void deliver(Packet packet);

    /** Returns the time, in ns, at which the next packet should be sent to keep the link busy; not before now. */
    long nextTurn();

    /** Returns the time, in ns, that the packet being delivered waited at this host before it was received. */
    default long waited() {
        return 0;
    }

    /** Returns the time, in ns, at which the packet sent last leaves, or now if it has left. */
    long lastDeparture();

    /** Returns the time, in ns, at which the last of all packets sent so far arrives. */
    long lastArrival();
}
