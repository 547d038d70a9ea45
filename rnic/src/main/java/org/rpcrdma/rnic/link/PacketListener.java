// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Receives a report of each packet that leaves a NIC. */
public interface PacketListener {
    /** Returns true if packets should be reported. */
    boolean isOn();

    /** Called when a packet leaves at the given time. The packet is valid only during the call. */
    void packetLeaves(Packet packet, long nanos);
}
