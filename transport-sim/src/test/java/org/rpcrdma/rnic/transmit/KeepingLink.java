// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.SharedWindow;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Gid;

/** A link that records the packets sent. Sending takes no time. */
public final class KeepingLink implements Link {
    /** The packets sent, in order. The methods that return packets remove them from this list. */
    public final List<Packet> sent = new ArrayList<>();

    /** The time for which this host has delayed the queue pair's next packet. */
    public long waited;

    private final Simulation simulation;
    private final int window;
    private SharedWindow shared;

    KeepingLink(final Simulation simulation, final int window) {
        this.simulation = simulation;
        this.window = window;
    }

    /** Returns the packet sent since the last call, which must be the only one. */
    public Packet only() {
        assertEquals(1, sent.size(), () -> "packets=" + sent.size());
        return sent.remove(0);
    }

    /** Returns the PSNs of the packets that were sent since the last call. */
    public List<Long> psns() {
        final List<Long> psns = sent.stream().map(packet -> packet.psn).toList();
        sent.clear();
        return psns;
    }

    @Override
    public Gid gid() {
        return new Gid(0, 1);
    }

    @Override
    public int mtu() {
        return BareNic.MTU;
    }

    @Override
    public int window() {
        return window;
    }

    /** Sets the window that queue pairs will share if they connect after this call. */
    public void share(final SharedWindow newShared) {
        shared = newShared;
    }

    @Override
    public SharedWindow sharedWindow(final PacketSink destination) {
        return shared;
    }

    @Override
    public PacketSink find(final Gid gid, final int number) {
        return null;
    }

    @Override
    public long send(final Packet packet) {
        sent.add(packet);
        return simulation.nanoTime();
    }

    @Override
    public void sendAhead(final Packet packet, final long notBefore) {
        sent.add(packet);
    }

    @Override
    public void deliver(final Packet packet) {
        packet.destination.receive(packet);
    }

    @Override
    public long nextTurn() {
        return simulation.nanoTime();
    }

    @Override
    public long waited() {
        return waited;
    }

    @Override
    public long lastDeparture() {
        return simulation.nanoTime();
    }

    @Override
    public long lastArrival() {
        return simulation.nanoTime();
    }

    @Override
    public void detachPayloads() {
        sent.forEach(packet -> packet.payload.detach());
    }
}
