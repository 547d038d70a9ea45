// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Simulation;

/**
 * A device's port: its link to the switch, and the switch's queue of what goes to it.
 *
 * <pre>
 *  sender's port                switch                      receiver's port
 *  +-----------+  its rate   +-----------------------+  its rate   +-----------+
 *  | NIC       |============>| queue to the receiver |============>|       NIC |
 *  +-----------+  half its   +-----------------------+  half its   +-----------+
 *                 delay                                 delay
 * </pre>
 *
 * <p>The switch cuts through: a packet that finds the queue empty and the receiver's link no slower arrives a delay after
 * its last byte left. Many senders to one receiver wait for each other in its queue, which has no limit: nothing is
 * dropped, as with priority flow control. That a full queue would hold up the senders' packets to others is left out.
 * Acknowledgements go ahead of payload here as at the sender.
 *
 * <p>Packets with more payload than the receiver's MTU are dropped, as are those that a link that is down would carry.
 */
final class Port {
    private static final double BITS_AND_PICOS = 8 * 1000.0;

    private final SimulatedDevice device;
    private final Simulation simulation;
    private final PayloadsOnLink payloads = new PayloadsOnLink();
    private final double picosPerByte;
    private final int headerBytes;
    /** In picoseconds. */
    private final long halfDelay;

    private final int mtu;
    private final FaultStatistics statistics = new FaultStatistics();
    private final PacketFaults faults;
    private final LinkState link;
    private final Taps taps;
    /** The link to the switch. */
    private final BusyTime toSwitch = new BusyTime();
    /** The link from the switch and the queue to it, without the delays. */
    private final BusyTime fromSwitch = new BusyTime();

    private long lastArrival;

    Port(final SimulatedDevice device) {
        this.device = device;
        simulation = device.simulation();
        final CostModel costs = device.costs();
        picosPerByte = BITS_AND_PICOS / costs.get(CostParameter.LINK_RATE);
        headerBytes = costs.count(CostParameter.HEADER);
        halfDelay = costs.nanos(CostParameter.LINK_DELAY) * BusyTime.PICOS / 2;
        mtu = costs.count(CostParameter.MTU);
        faults = new PacketFaults(simulation.randomOf("faults " + device.ipAddress()), statistics);
        link = new LinkState(device);
        taps = device.fabric().taps();
    }

    PacketFaults faults() {
        return faults;
    }

    LinkState link() {
        return link;
    }

    FaultStatistics statistics() {
        return statistics;
    }

    /** How many picoseconds from now, a time in nanoseconds, the link needs for what was sent so far. */
    long busyFor(final long now) {
        return toSwitch.left(now);
    }

    /** When the last packet that was sent so far has left; now where that was before. */
    long lastDeparture() {
        final long now = simulation.nanoTime();
        return BusyTime.end(now, toSwitch.left(now));
    }

    /** When the last of the packets that were sent so far arrives. */
    long lastArrival() {
        return lastArrival;
    }

    /** The host's memory, or a part of it, may change from now on though packets on the link were sent from it. */
    void detachPayloads() {
        payloads.detach();
    }

    /** Puts a packet on the link that is read in so many picoseconds. Returns when it arrives unless something befalls it. */
    long send(final Packet packet, final long read) {
        final int bytes = bytesOnLink(packet);
        final long now = simulation.nanoTime();
        final long begin = Math.max(toSwitch.left(now), read);
        final long left = begin + (long) (bytes * picosPerByte);
        toSwitch.set(now, left);
        final boolean isDisturbed = faults.isActive();
        if (isDropped(packet, BusyTime.end(now, begin), isDisturbed)) {
            return BusyTime.end(now, left);
        }
        final Port to = packet.destination.device().port();
        final long carried =
                Math.max(left, Math.max(to.fromSwitch.left(now), begin) + (long) (bytes * to.picosPerByte));
        to.fromSwitch.set(now, carried);
        final long arrival = arrival(to, now, carried);
        carry(packet, arrival, isDisturbed);
        return arrival;
    }

    /** Puts a packet on the link ahead of those that wait. It arrives at a time, in nanoseconds, at the earliest. */
    void sendAhead(final Packet packet, final long notBefore) {
        final int bytes = bytesOnLink(packet);
        final long now = simulation.nanoTime();
        final long picos = (long) (bytes * picosPerByte);
        toSwitch.set(now, toSwitch.left(now) + picos);
        final boolean isDisturbed = faults.isActive();
        if (isDropped(packet, now, isDisturbed)) {
            return;
        }
        final Port to = packet.destination.device().port();
        final long picosThere = (long) (bytes * to.picosPerByte);
        to.fromSwitch.set(now, to.fromSwitch.left(now) + picosThere);
        final long arrival = arrival(to, now, Math.max(picos, picosThere));
        carry(packet, Math.max(notBefore, arrival), isDisturbed);
    }

    private long arrival(final Port to, final long now, final long carried) {
        final long arrival = BusyTime.end(now, carried + halfDelay + to.halfDelay);
        lastArrival = Math.max(lastArrival, arrival);
        return arrival;
    }

    /** Every packet that a link is to carry from a time on goes by here. Returns whether it is dropped; it was given back then. */
    private boolean isDropped(final Packet packet, final long begin, final boolean isDisturbed) {
        if (packet.destination == null) {
            device.packets().give(packet);
            return true;
        }
        if (taps.isOn && link.isUp()) {
            taps.packet(packet, begin);
        }
        if (!link.isUp()) {
            statistics.linkDown++;
        } else if (packet.length > packet.destination.device().port().mtu) {
            statistics.tooLong++;
        } else if (!isDisturbed || !faults.loses(packet)) {
            return false;
        }
        device.packets().give(packet);
        return true;
    }

    /** Lets a packet arrive that is not dropped. */
    private void carry(final Packet packet, final long arrival, final boolean isDisturbed) {
        long time = arrival;
        if (isDisturbed) {
            faults.corrupt(packet);
            if (faults.isDuplicated()) {
                final Packet twin = device.packets().take();
                twin.copy(packet);
                schedule(twin, arrival + faults.twinDelay());
            }
            time += faults.delay();
        }
        schedule(packet, time);
    }

    private void schedule(final Packet packet, final long arrival) {
        simulation.schedule(packet, arrival);
        if (packet.length == 0) {
            return;
        }
        if (packet.origin.type().isReliable()) {
            payloads.add(packet);
        } else {
            packet.copyPayload();
        }
    }

    /** Whether a packet that arrives is taken; it was given back where it is not. */
    boolean takes(final Packet packet) {
        if (!link.isUp()) {
            statistics.linkDown++;
            device.packets().give(packet);
            return false;
        }
        return true;
    }

    private int bytesOnLink(final Packet packet) {
        return packet.length + headerBytes + ExtendedHeaders.bytes(packet);
    }
}
