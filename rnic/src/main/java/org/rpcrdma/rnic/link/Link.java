// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.verbs.Gid;

/**
 * A NIC's link to the network. It sends packets, and delivers arriving packets to their {@link PacketSink}.
 *
 * <p>A link may lose, delay, repeat and reorder packets. It silently drops packets that have no receiver. Times are in
 * nanoseconds.
 */
public interface Link extends InPlacePayloads {
    /** Returns the address of the NIC's port. */
    Gid gid();

    /** Returns the maximum payload of a packet that the port accepts, in bytes. */
    int mtu();

    /** Returns the known path MTU to another port, as a payload in bytes. */
    default int mtu(final Gid destination) {
        return mtu();
    }

    /**
     * Returns the maximum number of packets in flight between a reliable queue pair and its peer, per direction. The
     * peer's buffers determine this limit; a lossless link imposes no limit.
     */
    default int window() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns the window that all queue pairs share when they send to the given queue pair's host, or null if there is
     * no shared window.
     */
    default SharedWindow sharedWindow(final PacketSink destination) {
        return null;
    }

    /** Returns the queue pair with the given port address and number, or null if it is unknown. */
    PacketSink find(Gid gid, int number);

    /**
     * Sends a packet and takes ownership of it.
     *
     * @param packet the packet; it is dropped if it has no destination.
     * @return the time of arrival, in ns, unless the packet is lost or delayed.
     */
    long send(Packet packet);

    /**
     * Sends a packet without payload ahead of queued packets and takes ownership of it.
     *
     * @param packet    the packet; it is dropped if it has no destination.
     * @param notBefore the earliest time at which it may arrive.
     */
    void sendAhead(Packet packet, long notBefore);

    /** Delivers a packet to its destination when it arrives, or drops it if the link is down. */
    void deliver(Packet packet);

    /** Returns the time, in ns, at which the next packet should be sent to keep the link busy; never in the past. */
    long nextTurn();

    /** Returns the time, in ns, for which the packet being delivered waited at this host before it was received. */
    default long waited() {
        return 0;
    }

    /**
     * Returns the time, in ns, at which the most recently sent packet leaves, or the current time if it has already
     * left.
     */
    long lastDeparture();

    /** Returns the time, in ns, at which the last of the packets sent so far arrives. */
    long lastArrival();
}
