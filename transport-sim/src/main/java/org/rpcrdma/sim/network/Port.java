// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import java.util.function.IntFunction;
import org.rpcrdma.rnic.link.DisturbedLink;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.PayloadsOnLink;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.BusyTime;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Gid;

/**
 * A device's port: its link to the switch, and the switch's queue of packets for this port.
 *
 * <pre>
 *  sender's port                switch                      receiver's port
 *  +-----------+  its rate   +-----------------------+  its rate   +-----------+
 *  | NIC       |============>| queue to the receiver |============>|       NIC |
 *  +-----------+  half its   +-----------------------+  half its   +-----------+
 *                 delay                                 delay
 * </pre>
 *
 * <p>The switch is a cut-through switch. If the queue is empty and the receiver's link is at least as fast as the
 * sender's, a packet arrives one delay after its last byte was sent. Senders to one receiver share its queue, which is
 * unlimited, so nothing is dropped, as with priority flow control. Real flow control would also delay the senders'
 * packets to other receivers when the queue is full; the model ignores this. Acknowledgements overtake payload in the
 * switch and at the sender.
 *
 * <p>A packet is dropped if its payload exceeds the receiver's MTU or a link is down.
 */
public final class Port extends DisturbedLink {
    private static final double BITS_AND_PICOS = 8 * 1000.0;

    private final Switch network;
    private final PacketPool packets;
    private final Simulation simulation;
    private final PayloadsOnLink payloads;
    private final PayloadReads reads;
    private final double picosPerByte;
    private final int headerBytes;
    /** Half the link's delay, in picoseconds. */
    private final long halfDelay;

    private final PacketListener listener;
    /** The time for which the link to the switch is busy. */
    private final BusyTime toSwitch = new BusyTime();

    private final Downlink fromSwitch;

    private long lastArrival;

    /**
     * Creates a port whose link is up.
     *
     * @param gid      the port's address.
     * @param costs    the link's rate, delay and MTU.
     * @param network  the switch.
     * @param faults   the plan of faults for packets that the port sends.
     * @param payloads the payloads that are on the link.
     * @param reads    the DMA reads, which fetch payloads.
     */
    public Port(
            final Gid gid,
            final Simulation simulation,
            final CostModel costs,
            final Switch network,
            final SeededRandom faults,
            final PayloadsOnLink payloads,
            final PayloadReads reads) {
        super(gid, costs.count(CostParameter.MTU), faults, simulation);
        this.simulation = simulation;
        this.network = network;
        packets = network.packets;
        listener = network.listener;
        picosPerByte = BITS_AND_PICOS / costs.get(CostParameter.LINK_RATE);
        headerBytes = costs.count(CostParameter.HEADER);
        halfDelay = costs.nanos(CostParameter.LINK_DELAY) * BusyTime.PICOS / 2;
        fromSwitch = new Downlink(picosPerByte, halfDelay, mtu);
        this.payloads = payloads;
        this.reads = reads;
    }

    @Override
    public void attach(final IntFunction<PacketSink> queuePairs) {
        network.attach(gid, queuePairs);
    }

    @Override
    public PacketSink find(final Gid destination, final int number) {
        return network.find(destination, number);
    }

    @Override
    public long nextTurn() {
        final long now = simulation.nanoTime();
        return reads.nextRead(now, toSwitch.left(now));
    }

    @Override
    public long lastDeparture() {
        final long now = simulation.nanoTime();
        return BusyTime.end(now, toSwitch.left(now));
    }

    @Override
    public long lastArrival() {
        return lastArrival;
    }

    @Override
    public void detachPayloads() {
        payloads.detachPayloads();
    }

    @Override
    public long send(final Packet packet) {
        final long readPicos = reads.readPicos(packet.payload.length());
        final int bytes = bytesOnLink(packet);
        final long now = simulation.nanoTime();
        final long begin = Math.max(toSwitch.left(now), readPicos);
        final long left = begin + (long) (bytes * picosPerByte);
        toSwitch.set(now, left);
        final boolean isDisturbed = faults.isActive();
        if (isDropped(packet, now, begin, isDisturbed)) {
            return BusyTime.end(now, left);
        }
        final Downlink to = downlink(packet);
        final long arrival = arrival(to, now, to.carry(bytes, now, begin, left));
        carry(packet, arrival, isDisturbed);
        return arrival;
    }

    @Override
    public void sendAhead(final Packet packet, final long notBefore) {
        final int bytes = bytesOnLink(packet);
        final long now = simulation.nanoTime();
        final long picos = (long) (bytes * picosPerByte);
        toSwitch.set(now, toSwitch.left(now) + picos);
        final boolean isDisturbed = faults.isActive();
        if (isDropped(packet, now, leftBy(packet, picos, notBefore - now), isDisturbed)) {
            return;
        }
        final Downlink to = downlink(packet);
        final long arrival = arrival(to, now, Math.max(picos, to.carryAhead(bytes, now)));
        carry(packet, Math.max(notBefore, arrival), isDisturbed);
    }

    /**
     * Returns the time, in ps, until a packet leaves the port if it must not arrive before {@code nanos}. Reports the
     * packets of a queue pair as departing in the order in which they arrive.
     */
    private long leftBy(final Packet packet, final long picos, final long nanos) {
        final long onTheWay = packet.destination == null
                ? 0
                : picos + halfDelay + downlink(packet).halfDelay();
        return Math.max(0, nanos * BusyTime.PICOS - onTheWay);
    }

    private long arrival(final Downlink to, final long now, final long carried) {
        final long arrival = BusyTime.end(now, carried + halfDelay + to.halfDelay());
        lastArrival = Math.max(lastArrival, arrival);
        return arrival;
    }

    /** Returns true if a packet is dropped and has been returned to the pool. Called for every packet. */
    private boolean isDropped(final Packet packet, final long now, final long begin, final boolean isDisturbed) {
        if (packet.destination == null) {
            packets.give(packet);
            return true;
        }
        if (listener.isOn() && state.isUp()) {
            listener.packetLeaves(packet, BusyTime.end(now, begin));
        }
        if (!state.isUp()) {
            counters.linkDown++;
        } else if (!downlink(packet).takes(packet.payload.length())) {
            counters.tooLong++;
        } else if (!isDisturbed || !faults.loses(packet)) {
            return false;
        }
        packets.give(packet);
        return true;
    }

    /** Delivers a packet that has not been dropped. */
    private void carry(final Packet packet, final long arrival, final boolean isDisturbed) {
        long time = arrival;
        if (isDisturbed) {
            faults.corrupt(packet);
            if (faults.isDuplicated()) {
                final Packet twin = packets.take();
                twin.copy(packet);
                schedule(twin, arrival + faults.twinDelay());
            }
            time += faults.delay();
        }
        schedule(packet, time);
    }

    private void schedule(final Packet packet, final long arrival) {
        simulation.schedule(packet, arrival);
        if (packet.payload.length() == 0) {
            return;
        }
        if (packet.transport.isReliable()) {
            payloads.add(packet.payload);
        } else {
            packet.payload.detach();
        }
    }

    @Override
    public void deliver(final Packet packet) {
        if (state.isUp()) {
            packet.destination.receive(packet);
        } else {
            counters.linkDown++;
            packets.give(packet);
        }
    }

    private static Downlink downlink(final Packet packet) {
        return ((Port) packet.destination.link()).fromSwitch;
    }

    private int bytesOnLink(final Packet packet) {
        return packet.payload.length() + headerBytes + ExtendedHeaders.bytes(packet);
    }
}
