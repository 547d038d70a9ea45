/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import java.util.Arrays;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The sending side of a NIC: queue pairs with something to send take turns, a packet each; a packet's payload is read
 * by DMA, then the link carries it. Reading runs ahead of the link by one DMA read's latency, so that the link is kept
 * busy.
 *
 * <pre>
 * DMA engine  |rd 1|rd 2|        |rd 3|
 *                \ latency \
 * link             |   packet 1   |   packet 2   |   packet 3  ...  each arrives a link delay later
 * </pre>
 *
 * <p>Acknowledgements carry no payload and go ahead of it: they wait for nothing and delay what is behind them.
 */
final class Transmitter extends Event {
    private static final int EXTENDED_HEADER = 16;
    private static final int ACK_HEADER = 4;
    private static final int INVALIDATE = 4;
    private static final int IMMEDIATE = 4;
    private static final int FLUSH_HEADER = 4;
    private static final int DATAGRAM_HEADER = 8;
    private static final int ATOMIC_HEADER = 28;
    private static final double BITS_AND_PICOS = 8 * 1000.0;

    private final SimulatedDevice device;
    private final Simulation simulation;
    private final DmaEngine reads;
    private final PayloadsOnLink payloads = new PayloadsOnLink();
    private final double picosPerByte;
    private final int headerBytes;
    private final long linkDelay;
    private final long readLatency;
    private SimulatedQueuePair[] ring = new SimulatedQueuePair[16];
    private int first;
    private int count;
    private long linkFreeAt;

    Transmitter(final SimulatedDevice device) {
        this.device = device;
        simulation = device.simulation();
        final CostModel costs = device.costs();
        reads = new DmaEngine(costs);
        picosPerByte = BITS_AND_PICOS / costs.get(CostParameter.LINK_RATE);
        headerBytes = costs.count(CostParameter.HEADER);
        linkDelay = costs.nanos(CostParameter.LINK_DELAY);
        readLatency = costs.nanos(CostParameter.DMA_READ);
    }

    /** Lets a queue pair take its turn. */
    void activate(final SimulatedQueuePair queuePair) {
        if (queuePair.isInTurn) {
            return;
        }
        queuePair.isInTurn = true;
        if (count == ring.length) {
            grow();
        }
        ring[(first + count++) & (ring.length - 1)] = queuePair;
        scheduleTurn();
    }

    /** Sends a packet with the payload that the transfer just begun in the IOMMU gathered for it. */
    void send(final Packet packet) {
        final long now = simulation.nanoTime();
        final Iommu iommu = device.iommu();
        final long read = reads.occupy(now * DmaEngine.PICOS, packet.length, iommu.walks());
        final long ready = read + (readLatency + iommu.latency()) * DmaEngine.PICOS;
        linkFreeAt = Math.max(linkFreeAt, ready) + picosOnLink(packet);
        simulation.schedule(packet, toNanos(linkFreeAt) + linkDelay);
        if (packet.length == 0) {
            return;
        }
        if (packet.origin.type().isReliable()) {
            payloads.add(packet);
        } else {
            packet.copyPayload();
        }
    }

    /** When the last packet that was sent so far has left. */
    long lastDeparture() {
        return toNanos(linkFreeAt);
    }

    /** When the last packet that was sent so far arrives. */
    long lastArrival() {
        return toNanos(linkFreeAt) + linkDelay;
    }

    /** The host's memory, or a part of it, may change from now on though packets on the link were sent from it. */
    void detachPayloads() {
        payloads.detach();
    }

    /** Sends a packet without payload, ahead of those that have one. */
    void sendAhead(final Packet packet) {
        final long now = simulation.nanoTime() * DmaEngine.PICOS;
        final long picos = picosOnLink(packet);
        linkFreeAt = Math.max(linkFreeAt, now) + picos;
        simulation.schedule(packet, toNanos(now + picos) + linkDelay);
    }

    @Override
    protected void fire() {
        final SimulatedQueuePair queuePair = ring[first];
        ring[first] = null;
        first = (first + 1) & (ring.length - 1);
        count--;
        queuePair.isInTurn = false;
        if (queuePair.transmit(simulation.nanoTime())) {
            activate(queuePair);
        }
        scheduleTurn();
    }

    private void scheduleTurn() {
        if (count > 0 && !isScheduled()) {
            final long linkSoonFree = linkFreeAt - readLatency * DmaEngine.PICOS;
            final long turn = toNanos(Math.max(linkSoonFree, reads.freeAt()));
            simulation.schedule(this, Math.max(turn, simulation.nanoTime()));
        }
    }

    private long picosOnLink(final Packet packet) {
        return (long) ((packet.length + headerBytes + extendedHeader(packet)) * picosPerByte);
    }

    private static int extendedHeader(final Packet packet) {
        return switch (packet.kind) {
            case Packet.SEND -> (packet.isInvalidating ? INVALIDATE : 0) + messageHeader(packet);
            case Packet.WRITE -> (packet.isFirst ? EXTENDED_HEADER : 0) + messageHeader(packet);
            case Packet.READ_REQUEST -> EXTENDED_HEADER;
            case Packet.ATOMIC -> ATOMIC_HEADER;
            case Packet.ATOMIC_WRITE -> EXTENDED_HEADER + Long.BYTES;
            case Packet.FLUSH -> EXTENDED_HEADER + FLUSH_HEADER;
            default -> ACK_HEADER;
        };
    }

    private static int messageHeader(final Packet packet) {
        final int datagram = packet.origin.type() == QueuePairType.UD ? DATAGRAM_HEADER : 0;
        return packet.hasImmediate ? datagram + IMMEDIATE : datagram;
    }

    private static long toNanos(final long picos) {
        return (picos + DmaEngine.PICOS - 1) / DmaEngine.PICOS;
    }

    private void grow() {
        final SimulatedQueuePair[] larger = new SimulatedQueuePair[ring.length * 2];
        final int toEnd = ring.length - first;
        System.arraycopy(ring, first, larger, 0, toEnd);
        System.arraycopy(ring, 0, larger, toEnd, first);
        Arrays.fill(ring, null);
        ring = larger;
        first = 0;
    }
}
