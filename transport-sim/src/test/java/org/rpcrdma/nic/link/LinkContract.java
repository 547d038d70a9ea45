// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.QueuePairType;

/** What every link does: a suite for an implementation with two ends that nothing disturbs. */
abstract class LinkContract {
    static final int NUMBER = 77;

    private static final int LENGTH = 100;

    /** Payload in the sender's memory; kept, so that it stays. */
    private final ByteBuffer memory = ByteBuffer.allocateDirect(2 * LENGTH);

    /** Returns the end that sends. */
    abstract Link sender();

    /** Returns the end that receives. */
    abstract Link receiver();

    /** Lets a queue pair of the receiving end be found by its number. */
    abstract void attach(PacketSink queuePair);

    /** Runs until everything has arrived. */
    abstract void run();

    @Test
    void shouldFindAQueuePairByAddressAndNumber() {
        final Arrivals arrivals = open();
        final PacketSink found = sender().find(receiver().gid(), NUMBER);
        assertEquals(NUMBER, found.number());
        assertEquals(List.of(), arrivals.psns);
        assertNull(sender().find(receiver().gid(), NUMBER + 1), "no such number");
    }

    @Test
    void shouldDeliverAPacketToTheQueuePairThatItNames() {
        final Arrivals arrivals = open();
        sender().send(packet(5, 0), 0);
        run();
        assertEquals(List.of(5L), arrivals.psns);
        assertEquals(sender().gid(), arrivals.packets.get(0).origin.gid);
        assertEquals(NUMBER - 1, arrivals.packets.get(0).origin.number);
    }

    @Test
    void shouldDeliverInOrder() {
        final Arrivals arrivals = open();
        for (int psn = 0; psn < 10; psn++) {
            sender().send(packet(psn, LENGTH), 0);
        }
        run();
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L), arrivals.psns);
    }

    @Test
    void shouldCarryThePayload() {
        final Arrivals arrivals = open();
        fill(3);
        sender().send(packet(0, LENGTH), 0);
        run();
        assertEquals(LENGTH, arrivals.lengths.get(0));
        assertEquals((byte) (3 * 99), arrivals.lastBytes.get(0));
    }

    @Test
    void shouldCarryThePayloadAsItWasBeforeTheMemoryChanged() {
        final Arrivals arrivals = open();
        fill(3);
        sender().send(packet(0, LENGTH), 0);
        sender().detachPayloads();
        fill(5);
        run();
        assertEquals((byte) (3 * 99), arrivals.lastBytes.get(0));
    }

    @Test
    void shouldKeepTheHeaders() {
        final Arrivals arrivals = open();
        final Packet packet = packet(0, LENGTH);
        packet.isSolicited = true;
        packet.hasImmediate = true;
        packet.immediate = 0x01020304;
        sender().send(packet, 0);
        run();
        final Packet arrived = arrivals.packets.get(0);
        assertTrue(arrived.isSolicited);
        assertTrue(arrived.hasImmediate);
        assertEquals(0x01020304, arrived.immediate);
        assertEquals(Packet.SEND, arrived.kind);
    }

    @Test
    void shouldDropAPacketToNobody() {
        final Arrivals arrivals = open();
        final Packet packet = packet(0, 0);
        packet.sendTo(null);
        sender().send(packet, 0);
        sender().send(packet(1, 0), 0);
        run();
        assertEquals(List.of(1L), arrivals.psns);
    }

    @Test
    void shouldSendAcknowledgementsAheadOfPayload() {
        final Arrivals arrivals = open();
        for (int psn = 0; psn < 4; psn++) {
            sender().send(packet(psn, LENGTH), 0);
        }
        final Packet ack = packet(9, 0);
        ack.kind = Packet.ACK;
        sender().sendAhead(ack, 0);
        run();
        assertEquals(5, arrivals.psns.size());
        assertTrue(arrivals.psns.indexOf(9L) < 4, "ahead of what waits for the link");
    }

    private Arrivals open() {
        final Arrivals arrivals = new Arrivals();
        attach(arrivals);
        return arrivals;
    }

    private void fill(final int factor) {
        for (int i = 0; i < LENGTH; i++) {
            memory.put(i, (byte) (factor * i));
        }
    }

    /** Returns a packet of a SEND from a reliable queue pair, to the one that was attached. */
    Packet packet(final long psn, final int length) {
        final PacketSink to = sender().find(receiver().gid(), NUMBER);
        final Packet packet = new Packet();
        packet.begin(
                Packet.SEND,
                QueuePairType.RC,
                new PacketOrigin(sender().gid(), NUMBER - 1, QueuePairType.RC, null),
                1,
                to,
                psn);
        packet.messageLength = length;
        if (length != 0) {
            packet.payload.add(BufferUtil.address(memory), length);
        }
        return packet;
    }

    /** A queue pair that notes what arrives. */
    final class Arrivals implements PacketSink {
        final List<Packet> packets = new ArrayList<>();
        final List<Long> psns = new ArrayList<>();
        final List<Integer> lengths = new ArrayList<>();
        final List<Byte> lastBytes = new ArrayList<>();

        private final ByteBuffer copy = ByteBuffer.allocateDirect(2 * LENGTH);

        @Override
        public Link link() {
            return receiver();
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
            assertSame(NUMBER, packet.destination.number());
            packets.add(packet);
            psns.add(packet.psn);
            lengths.add(packet.payload.length());
            if (packet.payload.length() != 0) {
                packet.payload.peek(BufferUtil.address(copy));
                lastBytes.add(copy.get(packet.payload.length() - 1));
            }
        }
    }
}
