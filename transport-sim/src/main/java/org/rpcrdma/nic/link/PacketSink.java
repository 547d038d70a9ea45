// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

/** A queue pair that packets can be sent to. */
public interface PacketSink {
    /** Returns the link behind which it is. */
    Link link();

    /** Returns its number, 24 bits. */
    int number();

    /** Returns which of its lives it is in, so that it can drop what was sent to an earlier one. */
    int epoch();

    /** Takes a packet that has arrived; the packet is its own from now on. */
    void receive(Packet packet);
}
