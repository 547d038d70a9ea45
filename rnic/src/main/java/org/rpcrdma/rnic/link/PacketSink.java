// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.verbs.Gid;

/** A queue pair, as the destination of packets. */
public interface PacketSink {
    /** Returns the link of the queue pair's NIC. */
    Link link();

    /** Returns the address of the queue pair's host. */
    default Gid gid() {
        return link().gid();
    }

    /** Returns the queue pair's 24-bit number. */
    int number();

    /**
     * Returns the current epoch, which identifies packets that were sent before a reset, so that they can be dropped.
     */
    int epoch();

    /**
     * Returns the only queue pair that sends packets to this sink. Returns null if this queue pair is unknown, or if
     * more than one queue pair sends packets to the sink. Links that do not transmit a packet's source use this method.
     */
    default PacketSink peer() {
        return null;
    }

    /** Handles an arrived packet and takes ownership of it. */
    void receive(Packet packet);
}
