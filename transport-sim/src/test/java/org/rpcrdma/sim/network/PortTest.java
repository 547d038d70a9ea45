// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.PayloadsOnLink;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/** Tests when packets between two ports of a switch are sent and arrive. The test acts as the receiver. */
class PortTest implements PacketSink, PacketListener {
    private static final int NUMBER = 77;
    private static final int LENGTH = 100;

    /** The payload in the sender's memory. It is a field so that it is not garbage-collected. */
    private final ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);

    private final Simulation simulation = new Simulation(1);
    private final CostModel costs = CostModel.defaults();
    private final PacketPool packets = new PacketPool();
    private final Switch network = new Switch(packets, this);
    private final List<Long> departures = new ArrayList<>();
    private final List<Long> psns = new ArrayList<>();
    private long readPicos;
    private final Port sender = port(1);
    private final Port receiver = port(2);

    private Port port(final int host) {
        return new Port(
                new Gid(0, host),
                simulation,
                costs,
                network,
                simulation.randomOf("port " + host),
                new PayloadsOnLink(),
                new Reads());
    }

    private final class Reads implements PayloadReads {
        @Override
        public long readPicos(final int bytes) {
            return readPicos;
        }

        @Override
        public long nextRead(final long now, final long linkBusy) {
            throw new AssertionError("no turns are taken");
        }
    }

    private long send(final Packet packet, final long picos) {
        readPicos = picos;
        return sender.send(packet);
    }

    @BeforeEach
    void attach() {
        network.attach(receiver.gid(), number -> number == NUMBER ? this : null);
    }

    @Test
    void shouldSendAcknowledgementsAheadOfPayload() {
        for (int psn = 0; psn < 4; psn++) {
            sender.send(packet(psn, LENGTH));
        }
        final Packet ack = packet(9, 0);
        ack.kind = Packet.ACK;
        sender.sendAhead(ack, 0);
        simulation.run();
        assertEquals(5, psns.size());
        assertTrue(psns.indexOf(9L) < 4, "ahead of what waits for the link");
    }

    @Test
    void shouldArriveALinkDelayAfterTheLastByteLeft() {
        final long arrival = sender.send(packet(0, LENGTH));
        final long bytes = LENGTH + costs.count(CostParameter.HEADER);
        final double nanosPerByte = 8 / costs.get(CostParameter.LINK_RATE);
        assertEquals(costs.nanos(CostParameter.LINK_DELAY) + bytes * nanosPerByte, arrival, 1);
        assertEquals(arrival, sender.lastArrival());
        simulation.run();
        assertEquals(arrival, simulation.nanoTime());
    }

    @Test
    void shouldNotSendPayloadBeforeItIsRead() {
        final long unread = sender.send(packet(0, LENGTH));
        final long read = send(packet(1, LENGTH), 5_000_000);
        assertTrue(read - unread > 4_900);
        assertEquals(List.of(0L, 5000L), departures);
    }

    /**
     * An acknowledgement overtakes the packets of other queue pairs, but its reported departure time is after its own
     * queue pair's packets.
     */
    @Test
    void shouldNotLetAnAcknowledgementOvertakeAResponse() {
        sender.send(packet(0, LENGTH));
        final long response = sender.send(packet(1, LENGTH));
        sender.sendAhead(packet(2, 0), 0);
        sender.sendAhead(packet(3, 0), response);
        assertEquals(0, departures.get(2));
        assertTrue(departures.get(3) > departures.get(1), () -> "departures=" + departures);
    }

    @Test
    void shouldDropAPacketWithoutADestination() {
        final Packet lost = packet(0, 0);
        lost.sendTo(null);
        sender.send(lost);
        sender.send(packet(1, 0));
        simulation.run();
        assertEquals(List.of(1L), psns);
    }

    private Packet packet(final long psn, final int length) {
        final Packet packet = new Packet();
        final PacketOrigin origin = new PacketOrigin(sender.gid(), NUMBER - 1, QueuePairType.RC, null);
        packet.begin(Packet.SEND, QueuePairType.RC, origin, 1, sender.find(receiver.gid(), NUMBER), psn);
        packet.messageLength = length;
        if (length != 0) {
            packet.payload.add(BufferUtil.address(memory), length);
        }
        return packet;
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public void packetLeaves(final Packet packet, final long nanos) {
        departures.add(nanos);
    }

    @Override
    public Link link() {
        return receiver;
    }

    @Override
    public int number() {
        return NUMBER;
    }

    @Override
    public int epoch() {
        return 1;
    }

    @Override
    public void receive(final Packet packet) {
        psns.add(packet.psn);
    }
}
