// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Is notified of the packets that leave. */
public interface PacketListener {
    /** Returns true if it wants to be notified. */
    boolean isOn();

    /** A packet leaves at a time; it may be looked at during the call. */
    void packetLeaves(Packet packet, long nanos);
}
