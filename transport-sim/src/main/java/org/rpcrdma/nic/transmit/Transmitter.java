// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.transmit;

import java.util.Arrays;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.dma.DmaEngine;
import org.rpcrdma.nic.dma.DmaTransfer;
import org.rpcrdma.nic.host.BusyTime;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.Port;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;

/**
 * The sending side of a NIC: queue pairs with something to send take turns, a packet each; a packet's payload is read
 * by DMA, then the link carries it. Reading runs ahead of the link by as long as the DMA read of a full packet takes,
 * so that the link is kept busy.
 *
 * <pre>
 * DMA engine  |rd 1|rd 2|        |rd 3|
 *                \ latency \
 * link             |   packet 1   |   packet 2   |   packet 3  ...  see {@link Port}
 * </pre>
 *
 * <p>Acknowledgements carry no payload and go ahead of it: they wait for nothing and delay the packets behind them.
 */
public final class Transmitter extends Event {
    private final Simulation simulation;
    private final DmaEngine reads;
    private final Link link;
    private final ContextMemory contexts;
    /** How long before the link is free the next packet is read, in picoseconds. */
    private final long readAhead;

    private TurnTaker[] ring = new TurnTaker[16];
    private int first;
    private int count;

    public Transmitter(
            final Simulation simulation, final CostModel costs, final Link link, final ContextMemory contexts) {
        this.simulation = simulation;
        this.link = link;
        this.contexts = contexts;
        reads = new DmaEngine(costs, 0, costs.get(CostParameter.MESSAGE_INTERVAL));
        final long readLatency = costs.nanos(CostParameter.DMA_READ);
        readAhead = readLatency * BusyTime.PICOS + reads.picos(costs.count(CostParameter.MTU));
    }

    /** Lets a queue pair take its turn. */
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

    /**
     * Sends a packet with the payload that a transfer gathered for it; the packet is not the caller's any more.
     * Returns when it arrives, unless it is lost or delayed.
     */
    public long send(final Packet packet, final DmaTransfer transfer) {
        return link.send(packet, transfer.readPicos(reads, packet.payload.length()));
    }

    @Override
    protected void fire() {
        final TurnTaker taker = ring[first];
        ring[first] = null;
        first = (first + 1) & (ring.length - 1);
        count--;
        taker.isInTurn = false;
        contexts.begin(taker.number());
        if (taker.transmit(simulation.nanoTime())) {
            activate(taker);
        }
        scheduleTurn();
    }

    private void scheduleTurn() {
        if (count > 0 && !isScheduled()) {
            final long now = simulation.nanoTime();
            final long linkSoonFree = link.busyPicos(now) - readAhead;
            simulation.schedule(this, BusyTime.end(now, Math.max(linkSoonFree, reads.busyFor(now))));
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
