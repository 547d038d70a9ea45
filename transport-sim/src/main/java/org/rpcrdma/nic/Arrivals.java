// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.HashSet;
import java.util.Set;
import org.rpcrdma.nic.config.ConnectionMessage;
import org.rpcrdma.nic.connect.ConnectionListener;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketListener;
import org.rpcrdma.verbs.Gid;

/** Passes on what arrives from hosts that are not of this network: the tap did not see it leave. */
final class Arrivals implements PacketListener, ConnectionListener {
    private final Taps taps;
    private final Set<Gid> own = new HashSet<>();

    Arrivals(final Taps taps) {
        this.taps = taps;
    }

    void add(final Gid device) {
        own.add(device);
    }

    void remove(final Gid device) {
        own.remove(device);
    }

    @Override
    public boolean isOn() {
        return taps.isOn();
    }

    @Override
    public void packetLeaves(final Packet packet, final long nanos) {
        if (!own.contains(packet.origin.gid)) {
            taps.packetLeaves(packet, nanos);
        }
    }

    @Override
    public void connectionMessage(final ConnectionMessage message) {
        if (!own.contains(message.source())) {
            taps.connectionMessage(message);
        }
    }
}
