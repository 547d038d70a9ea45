// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Gid;

/** A link that injects on-demand and random faults. */
public abstract class DisturbedLink implements Link {
    protected final Gid gid;
    protected final int mtu;
    protected final LinkCounters counters = new LinkCounters();
    protected final PacketFaults faults;
    protected final LinkState state;

    /**
     * Creates a link that is up.
     *
     * @param gid      the address of the NIC's port.
     * @param mtu      the maximum payload of a packet that the port accepts, in bytes.
     * @param random   determines the faults of sent packets.
     * @param timeline the clock.
     */
    protected DisturbedLink(final Gid gid, final int mtu, final RandomGenerator random, final Timeline timeline) {
        this.gid = gid;
        this.mtu = mtu;
        faults = new PacketFaults(random, counters);
        state = new LinkState(timeline);
    }

    /**
     * Sets the function that finds the device's queue pairs by number, so that the link can deliver packets to them.
     */
    public abstract void attach(IntFunction<PacketSink> queuePairs);

    @Override
    public final Gid gid() {
        return gid;
    }

    @Override
    public final int mtu() {
        return mtu;
    }

    /** Returns the faults of sent packets. */
    public final PacketFaults faults() {
        return faults;
    }

    /** Returns the link's state. */
    public final LinkState state() {
        return state;
    }

    /** Returns the packet counters. */
    public final LinkCounters counters() {
        return counters;
    }
}
