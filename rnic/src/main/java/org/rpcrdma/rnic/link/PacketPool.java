// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.util.Arrays;

/** A pool of unused packets. */
public final class PacketPool {
    private Packet[] free = new Packet[64];
    private int count;

    public Packet take() {
        return count == 0 ? new Packet() : free[--count];
    }

    public void give(final Packet packet) {
        packet.origin = null;
        packet.destination = null;
        if (count == free.length) {
            free = Arrays.copyOf(free, count * 2);
        }
        free[count++] = packet;
    }
}
