// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.Gid;

/** Two ports at a switch. */
class PortTest extends LinkContract {
    private static final int MTU_BYTES = 4096;

    private final Simulation simulation = new Simulation(1);
    private final CostModel costs = CostModel.defaults();
    private final Switch network = new Switch();
    private final PacketPool packets = new PacketPool();
    private final List<Long> departures = new ArrayList<>();
    private final List<AsyncEventType> events = new ArrayList<>();
    private final Port sender = port(1);
    private final Port receiver = port(2);

    private Port port(final int host) {
        return new Port(
                new Gid(0, host),
                simulation,
                costs,
                network,
                packets,
                simulation.randomOf("port " + host),
                events::add,
                new Departures());
    }

    @Override
    Link sender() {
        return sender;
    }

    @Override
    Link receiver() {
        return receiver;
    }

    @Override
    void attach(final PacketSink queuePair) {
        network.attach(receiver.gid(), number -> number == queuePair.number() ? queuePair : null);
    }

    @Override
    void run() {
        simulation.run();
    }

    @Test
    void shouldArriveALinkDelayAfterTheLastByteLeft() {
        attach(new Arrivals());
        final long arrival = sender.send(packet(0, 100), 0);
        final long bytes = 100 + costs.count(CostParameter.HEADER);
        final double nanosPerByte = 8 / costs.get(CostParameter.LINK_RATE);
        assertEquals(costs.nanos(CostParameter.LINK_DELAY) + bytes * nanosPerByte, arrival, 1);
        assertEquals(arrival, sender.lastArrival());
        simulation.run();
        assertEquals(arrival, simulation.nanoTime());
    }

    @Test
    void shouldSendNothingBeforeItIsRead() {
        attach(new Arrivals());
        final long unread = sender.send(packet(0, 100), 0);
        final long read = sender.send(packet(1, 100), 5_000_000);
        assertTrue(read - unread > 4_900);
        assertEquals(List.of(0L, 5000L), departures);
    }

    @Test
    void shouldDropWhatIsLongerThanTheReceiversMtu() {
        final Arrivals arrivals = new Arrivals();
        attach(arrivals);
        final Packet packet = packet(0, 100);
        packet.payload.add(0, MTU_BYTES);
        sender.send(packet, 0);
        simulation.run();
        assertEquals(List.of(), arrivals.psns);
        assertEquals(1, sender.counters().tooLong);
    }

    @Test
    void shouldDropWhatItSendsOrReceivesWhileItIsDown() {
        final Arrivals arrivals = new Arrivals();
        attach(arrivals);
        sender.send(packet(0, 0), 0);
        receiver.state().takeDown(true);
        simulation.run();
        receiver.state().takeDown(false);
        sender.state().takeDown(true);
        sender.send(packet(1, 0), 0);
        simulation.run();
        assertEquals(List.of(), arrivals.psns);
        assertEquals(1, receiver.counters().linkDown);
        assertEquals(1, sender.counters().linkDown);
        assertEquals(List.of(AsyncEventType.PORT_ERR, AsyncEventType.PORT_ACTIVE, AsyncEventType.PORT_ERR), events);
    }

    @Test
    void shouldBeDownForTheTimesOfAPlan() {
        receiver.state().follow(List.of(new Outage(100, 200), new Outage(150, 300)));
        assertTrue(receiver.state().isUp());
        simulation.runUntil(250);
        assertFalse(receiver.state().isUp());
        simulation.runUntil(301);
        assertTrue(receiver.state().isUp());
    }

    @Test
    void shouldLoseDuplicateAndDelayTheArmedPacket() {
        final Arrivals arrivals = new Arrivals();
        attach(arrivals);
        sender.faults().arm(new ArmedFault(ArmedFault.Kind.LOSE, packet -> true, 1, 0));
        sender.faults().arm(new ArmedFault(ArmedFault.Kind.DUPLICATE, packet -> packet.psn == 1, 1, 0));
        sender.faults().arm(new ArmedFault(ArmedFault.Kind.DELAY, packet -> packet.psn == 2, 1, 1_000_000));
        for (int psn = 0; psn < 4; psn++) {
            sender.send(packet(psn, 0), 0);
        }
        simulation.run();
        assertEquals(List.of(1L, 1L, 3L, 2L), arrivals.psns);
        assertEquals(1, sender.counters().lost);
        assertEquals(1, sender.counters().duplicated);
        assertEquals(1, sender.counters().reordered);
        assertEquals(0, sender.faults().armed());
    }

    @Test
    void shouldLoseAllPacketsAtAChanceOfOne() {
        final Arrivals arrivals = new Arrivals();
        attach(arrivals);
        sender.faults().follow(new PacketRisks(1, 0, 0, 1));
        sender.send(packet(0, 0), 0);
        sender.faults().follow(PacketRisks.NONE);
        sender.send(packet(1, 0), 0);
        simulation.run();
        assertEquals(List.of(1L), arrivals.psns);
    }

    @Test
    void shouldFlipAByteOfThePacketOnly() {
        final Arrivals arrivals = new Arrivals();
        attach(arrivals);
        sender.faults().arm(new ArmedFault(ArmedFault.Kind.FLIP, packet -> true, 1, 99));
        sender.send(packet(0, 100), 0);
        sender.send(packet(1, 100), 0);
        simulation.run();
        assertEquals((byte) 0xff, arrivals.lastBytes.get(0));
        assertEquals((byte) 0, arrivals.lastBytes.get(1));
        assertEquals(1, sender.counters().corrupted);
    }

    private final class Departures implements PacketListener {
        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public void packetLeaves(final Packet packet, final long nanos) {
            departures.add(nanos);
        }
    }
}
