// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.verbs.Gid;

/** A queue pair that packets can be sent to. */
public interface PacketSink {
    /** Returns the link behind which it is. */
    Link link();

    /** Returns the address of its host. */
    default Gid gid() {
        return link().gid();
    }

    /** Returns its number, 24 bits. */
    int number();

    /** Returns which of its lives it is in, so that it can drop packets sent to an earlier one. */
    int epoch();

    /**
     * Returns the only queue pair that sends packets to this sink, or null if there are several, none yet, or if it is
     * unknown. Links that cannot see the source of a packet call this.
     */
    default PacketSink peer() {
        return null;
    }

    /** Takes a packet that has arrived; the packet is its own from now on. */
    void receive(Packet packet);
}
