// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import java.util.Arrays;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.QueuePairParameters;

/**
 * The sending side of a NIC. Queue pairs with pending packets take turns, one packet per turn. In a turn, DMA reads the
 * packet's payload and the link sends the packet. The link determines the time of the next turn.
 *
 * <p>Acknowledgements have no payload and take precedence over packets with payload. They do not wait, but they delay
 * later packets.
 */
public final class Transmitter extends Event {
    private final Timeline timeline;
    private final Link link;
    private final PacketPool packets;
    private final NicCaches contexts;

    private TurnTaker[] ring = new TurnTaker[4];
    private int first;
    private int count;

    public Transmitter(final Timeline timeline, final Link link, final PacketPool packets, final NicCaches contexts) {
        this.packets = packets;
        this.timeline = timeline;
        this.link = link;
        this.contexts = contexts;
    }

    /** Adds a queue pair to the round robin. */
    void activate(final TurnTaker taker) {
        if (taker.isInTurn) {
            return;
        }
        taker.isInTurn = true;
        if (count == ring.length) {
            grow();
        }
        ring[(first + count++) & (ring.length - 1)] = taker;
        scheduleTurn();
    }

    /** Creates the timer that schedules a queue pair's turns. */
    public TurnTimer newTurn(final TurnTaker taker) {
        return new TurnTimer(taker, timeline, this);
    }

    /** Creates the peer for a new epoch of a queue pair. */
    public Peer newPeer(final PacketOrigin self, final int epoch, final QueuePairParameters parameters) {
        return new Peer(packets, link, self, epoch, parameters);
    }

    public Timeline timeline() {
        return timeline;
    }

    public Link link() {
        return link;
    }

    /** Records that a packet for a queue pair has arrived. */
    public void packetArrives(final int queuePair) {
        contexts.begin(queuePair);
    }

    /** Returns a packet that has no receiver to the pool. */
    public void drop(final Packet packet) {
        packets.give(packet);
    }

    @Override
    protected void fire() {
        final TurnTaker taker = ring[first];
        ring[first] = null;
        first = (first + 1) & (ring.length - 1);
        count--;
        taker.isInTurn = false;
        contexts.begin(taker.number());
        if (taker.transmit(timeline.nanoTime())) {
            activate(taker);
        }
        scheduleTurn();
    }

    private void scheduleTurn() {
        if (count > 0 && !isScheduled()) {
            timeline.schedule(this, link.nextTurn());
        }
    }

    private void grow() {
        final TurnTaker[] larger = new TurnTaker[ring.length * 2];
        final int toEnd = ring.length - first;
        System.arraycopy(ring, first, larger, 0, toEnd);
        System.arraycopy(ring, 0, larger, toEnd, first);
        Arrays.fill(ring, null);
        ring = larger;
        first = 0;
    }
}
