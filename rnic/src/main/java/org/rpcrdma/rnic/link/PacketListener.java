// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Is notified of the packets that leave a NIC. */
public interface PacketListener {
    /** Returns true if the listener should be notified. */
    boolean isOn();

    /** Called when a packet leaves at the given time; the packet is valid during the call only. */
    void packetLeaves(Packet packet, long nanos);
}
