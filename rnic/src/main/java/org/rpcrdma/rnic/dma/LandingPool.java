// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import java.util.Arrays;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.time.Timeline;

/** A pool of unused landings. */
public final class LandingPool {
    private static final int FIRST_ROOM = 4;

    private final Timeline timeline;
    private final PacketPool packets;
    private Landing[] free = new Landing[FIRST_ROOM];
    private int count;

    /** Creates an empty pool. */
    public LandingPool(final Timeline timeline, final PacketPool packets) {
        this.timeline = timeline;
        this.packets = packets;
    }

    /** Allocates a landing for a packet, which may be null. The landing will notify the given taker. */
    public Landing take(final LandingTaker taker, final Packet packet) {
        final Landing landing = count == 0 ? new Landing(this) : free[--count];
        landing.begin(taker, packet);
        return landing;
    }

    /** Schedules a landing. */
    public void schedule(final Landing landing, final long time) {
        timeline.schedule(landing, time);
    }

    /** Returns a landing and its packet to their pools. */
    void give(final Landing landing) {
        if (landing.packet != null) {
            packets.give(landing.packet);
            landing.packet = null;
        }
        if (count == free.length) {
            free = Arrays.copyOf(free, count * 2);
        }
        free[count++] = landing;
    }
}
