// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.verbs.Gid;

/** The switch of a fabric: it owns the packets, and finds queue pairs by port. */
public final class Switch {
    private final Map<Gid, IntFunction<PacketSink>> ports = new HashMap<>();

    final PacketPool packets;
    final PacketListener listener;

    /**
     * Creates a switch without ports.
     *
     * @param packets  receives dropped packets.
     * @param listener is notified of packets that ports send.
     */
    public Switch(final PacketPool packets, final PacketListener listener) {
        this.packets = packets;
        this.listener = listener;
    }

    /**
     * Attaches a port.
     *
     * @param gid        the port's address.
     * @param queuePairs finds a queue pair of the port by number, or returns null.
     */
    public void attach(final Gid gid, final IntFunction<PacketSink> queuePairs) {
        ports.put(gid, queuePairs);
    }

    /** Detaches the port of an address, which then has no queue pairs. */
    public void detach(final Gid gid) {
        ports.remove(gid);
    }

    /** Returns a queue pair by its port's address and its number, or null. */
    PacketSink find(final Gid gid, final int number) {
        final IntFunction<PacketSink> queuePairs = ports.get(gid);
        return queuePairs == null ? null : queuePairs.apply(number);
    }
}
