// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import java.util.Arrays;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.Psn;
import org.rpcrdma.nic.queue.OutOfOrderReceives;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.sim.Simulation;

/**
 * Lets a reliable queue pair take packets that overtake others ({@code MLX5DV_QP_CREATE_OOO_DP}): an early one is not
 * asked for again, it waits here until those ahead of it came. The message that it belongs to takes its Receive at
 * once, whichever is the oldest; messages complete, and reads and atomics are carried out, in the order of their
 * numbers all the same.
 *
 * <pre>
 * arrives   12       10        11
 * here      [12]     [12]      []
 * taken              10        11 12
 * </pre>
 *
 * <p>A packet from beyond the window is asked for again, as without this. A gap that nothing fills is the requester's
 * to find, by its timer.
 */
public final class ReorderBuffer implements RequestTaker {
    private static final int WINDOW = 256;

    private final Responder responder;
    private final OutOfOrderReceives receives;
    private final Simulation simulation;
    private final PacketPool packets;
    private final Packet[] early = new Packet[WINDOW];
    private int mtu;

    public ReorderBuffer(final Responder responder, final OutOfOrderReceives receives, final Hardware hardware) {
        this.responder = responder;
        this.receives = receives;
        simulation = hardware.simulation();
        packets = hardware.packets();
    }

    @Override
    public void connect(final int pathMtu, final int maxReadAtomic, final long firstPsn) {
        mtu = pathMtu;
        responder.connect(pathMtu, maxReadAtomic, firstPsn);
    }

    @Override
    public void request(final Packet packet) {
        packet.psn = Psn.near(packet.psn, responder.expectedPsn());
        final long ahead = packet.psn - responder.expectedPsn();
        if (ahead > 0 && ahead < WINDOW && responder.isAlive()) {
            keep(packet);
            return;
        }
        responder.request(packet);
        takeWaiting();
    }

    private void keep(final Packet packet) {
        final int slot = slot(packet.psn);
        if (early[slot] != null) {
            packets.give(packet);
            return;
        }
        early[slot] = packet;
        if (packet.kind == Packet.SEND || packet.hasImmediate) {
            reserve(packet);
        }
        if (packet.payload.length() != 0) {
            packet.payload.detach();
        }
    }

    /** Takes a Receive for the message of a packet, unless its first packet was there before and took one. */
    private void reserve(final Packet packet) {
        final long taker = packet.kind == Packet.SEND ? packet.psn - packet.offset / mtu : packet.psn;
        if (taker >= responder.expectedPsn()) {
            receives.reserve(taker, simulation.nanoTime());
        }
    }

    /** Takes the packets whose turn it is now. */
    private void takeWaiting() {
        int slot = slot(responder.expectedPsn());
        while (early[slot] != null) {
            final Packet packet = early[slot];
            early[slot] = null;
            responder.request(packet);
            slot = slot(responder.expectedPsn());
        }
    }

    private static int slot(final long psn) {
        return (int) psn & WINDOW - 1;
    }

    @Override
    public long lastLanding() {
        return responder.lastLanding();
    }

    @Override
    public void flush() {
        clear();
        responder.flush();
    }

    @Override
    public void drop() {
        clear();
        responder.drop();
    }

    private void clear() {
        for (final Packet packet : early) {
            if (packet != null) {
                packets.give(packet);
            }
        }
        Arrays.fill(early, null);
    }
}
