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

/** A fabric's switch. It owns the pool of packets and looks up queue pairs by port. */
public final class Switch {
    private final Map<Gid, IntFunction<PacketSink>> ports = new HashMap<>();

    final PacketPool packets;
    final PacketListener listener;

    /**
     * Creates a switch without ports.
     *
     * @param packets  the pool to which dropped packets return.
     * @param listener the listener that is notified of packets that ports send.
     */
    public Switch(final PacketPool packets, final PacketListener listener) {
        this.packets = packets;
        this.listener = listener;
    }

    /**
     * Attaches a port.
     *
     * @param gid        the port's address.
     * @param queuePairs the function that returns the port's queue pair with a given number, or null if the port has no
     * such queue pair.
     */
    public void attach(final Gid gid, final IntFunction<PacketSink> queuePairs) {
        ports.put(gid, queuePairs);
    }

    /** Detaches the port with the given address, so that its queue pairs can no longer be found. */
    public void detach(final Gid gid) {
        ports.remove(gid);
    }

    /** Returns the queue pair with the given port address and number, or null. */
    PacketSink find(final Gid gid, final int number) {
        final IntFunction<PacketSink> queuePairs = ports.get(gid);
        return queuePairs == null ? null : queuePairs.apply(number);
    }
}
