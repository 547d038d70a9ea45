// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.rpcrdma.rnic.Taps;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.udp.wire.ArrivalListener;
import org.rpcrdma.verbs.Gid;

/**
 * Reports datagrams to the tap. Packets from hosts on other networks are reported when they arrive, because the tap
 * cannot be notified when they are sent.
 */
final class Arrivals implements ArrivalListener {
    private final Taps taps;
    private final Timeline timeline;
    private final Set<Gid> own = new HashSet<>();

    Arrivals(final Taps taps, final Timeline timeline) {
        this.taps = taps;
        this.timeline = timeline;
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
    public boolean takesDatagrams() {
        return taps.datagrams() != null;
    }

    @Override
    public boolean isForeign(final Gid host) {
        return !own.contains(host);
    }

    @Override
    public void packetLeaves(final Packet packet, final long nanos) {
        if (isForeign(packet.origin.gid)) {
            taps.packetLeaves(packet, nanos);
        }
    }

    @Override
    public void datagram(final InternetHeader header, final ByteBuffer datagram, final int length) {
        taps.datagrams().pass(header, datagram, length, timeline.nanoTime());
    }
}
