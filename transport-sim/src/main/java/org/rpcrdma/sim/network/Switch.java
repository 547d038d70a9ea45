// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.verbs.Gid;

/** The switch of a fabric: it knows which queue pairs are behind which port. */
public final class Switch {
    private final Map<Gid, IntFunction<PacketSink>> ports = new HashMap<>();

    public Switch() {}

    /**
     * Attaches a port.
     *
     * @param gid        the port's address.
     * @param queuePairs finds the queue pair of a number behind the port, or null.
     */
    public void attach(final Gid gid, final IntFunction<PacketSink> queuePairs) {
        ports.put(gid, queuePairs);
    }

    /** Detaches the port of an address: nobody is found there any more. */
    public void detach(final Gid gid) {
        ports.remove(gid);
    }

    /** Returns the queue pair of a number behind the port of an address, or null. */
    PacketSink find(final Gid gid, final int number) {
        final IntFunction<PacketSink> queuePairs = ports.get(gid);
        return queuePairs == null ? null : queuePairs.apply(number);
    }
}
