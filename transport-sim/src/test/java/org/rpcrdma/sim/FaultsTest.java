// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.Faults;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/** Tests faults that the test itself requests. */
class FaultsTest extends PairTest implements AsyncEventHandler {
    private static final int LENGTH = 100;

    private final List<String> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type + " " + queuePair.number());
    }

    @Override
    public void onPortEvent(final AsyncEventType type, final int port) {
        events.add(type + " " + port);
    }

    @Test
    void shouldLoseTheNthMatchingPacket() {
        client.device.faults().lose(PacketFilter.of(PacketKind.SEND).sentBy(client.queuePair), 2);
        expectThreeSends();
        assertEquals("lost=1 duplicated=0 reordered=0 corrupted=0 linkDown=0 tooLong=0", statistics());
        assertEquals(0, client.device.faults().armed());
    }

    @Test
    void shouldDuplicateTheNthMatchingPacket() {
        client.device.faults().duplicate(PacketFilter.of(PacketKind.SEND), 2);
        expectThreeSends();
        assertEquals("lost=0 duplicated=1 reordered=0 corrupted=0 linkDown=0 tooLong=0", statistics());
    }

    @Test
    void shouldDelayTheNthMatchingPacket() {
        client.device.faults().delay(PacketFilter.of(PacketKind.SEND), 2, 100_000);
        expectThreeSends();
        assertEquals("lost=0 duplicated=0 reordered=1 corrupted=0 linkDown=0 tooLong=0", statistics());
    }

    @Test
    void shouldCountOnlyMatchingPacketsWhileAFaultIsArmed() {
        client.device.faults().lose(PacketFilter.of(PacketKind.READ_REQUEST, PacketKind.ATOMIC), 1);
        client.device.faults().lose(PacketFilter.ANY.sentBy(server.queuePair), 1);
        client.device.faults().lose(PacketFilter.ANY, 4);
        expectThreeSends();
        assertEquals(3, client.device.faults().armed());
        client.device.faults().disarm();
        assertEquals(0, client.device.faults().armed());
        expectThreeSends();
        assertEquals("lost=0 duplicated=0 reordered=0 corrupted=0 linkDown=0 tooLong=0", statistics());
    }

    @Test
    void shouldFlipAByteInThePacketButNotAtTheSender() {
        final GuardedBuffer source = new GuardedBuffer(client.device, LENGTH).fill(1);
        final GuardedBuffer target = new GuardedBuffer(server.device, LENGTH);
        client.device.faults().flipByte(PacketFilter.ANY, 1, 5);
        server.postReceive(1, target.iova, LENGTH, GuardedBuffer.LKEY);
        send(source, 1);
        server.runAndExpect("1:SUCCESS");
        source.assertHolds(1, 0, 0, LENGTH);
        final int at = GuardedBuffer.GUARD + 5;
        final byte sent = source.block().buffer().get(at);
        assertEquals((byte) ~sent, target.block().buffer().get(at));
        target.block().buffer().put(at, sent);
        target.assertHolds(1, 0, 0, LENGTH);
        assertEquals("lost=0 duplicated=0 reordered=0 corrupted=1 linkDown=0 tooLong=0", statistics());
    }

    @Test
    void shouldRefuseFaultsThatNeverHappen() {
        final Faults faults = client.device.faults();
        assertThrows(IllegalArgumentException.class, () -> faults.lose(PacketFilter.ANY, 0));
        assertThrows(IllegalArgumentException.class, () -> faults.delay(PacketFilter.ANY, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> faults.flipByte(PacketFilter.ANY, 1, -1));
    }

    @Test
    void shouldTakeALinkDownAndUp() {
        client.device.handleAsyncEvents(client.loop, this);
        client.device.faults().linkDown();
        client.device.faults().linkDown();
        assertFalse(client.device.faults().isLinkUp());
        assertTrue(server.device.faults().isLinkUp());
        pair.simulation.runUntil(pair.simulation.nanoTime() + 10_000);
        assertEquals(List.of("PORT_ERR 1"), events);
        client.device.faults().linkUp();
        client.device.faults().linkUp();
        assertTrue(client.device.faults().isLinkUp());
        pair.simulation.run();
        assertEquals(List.of("PORT_ERR 1", "PORT_ACTIVE 1"), events);
        expectThreeSends();
    }

    private String statistics() {
        return client.device.faults().statistics().toString();
    }

    private void expectThreeSends() {
        final GuardedBuffer source = new GuardedBuffer(client.device, 3 * LENGTH).fill(1);
        final GuardedBuffer target = new GuardedBuffer(server.device, 3 * LENGTH);
        for (int i = 0; i < 3; i++) {
            server.postReceive(i, target.iova + i * LENGTH, LENGTH, GuardedBuffer.LKEY);
        }
        send(source, 3);
        server.runAndExpect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS");
        client.expect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS");
        target.assertHolds(1, 0, 0, 3 * LENGTH);
    }

    private void send(final GuardedBuffer source, final int messages) {
        final SendRequests sends = client.sends();
        for (int i = 0; i < messages; i++) {
            sends.send(i, SendRequests.SIGNALED);
            sends.sge(source.iova + i * LENGTH, LENGTH, GuardedBuffer.LKEY);
        }
        client.postSends();
    }

    @Test
    void shouldKillAQueuePair() {
        client.device.handleAsyncEvents(client.loop, this);
        client.postReceive(1, new GuardedBuffer(client.device, 100).iova, 100, GuardedBuffer.LKEY);
        client.device.faults().kill(client.queuePair);
        assertEquals(QueuePairState.ERR, client.queuePair.state());
        client.runAndExpect("1:WR_FLUSH_ERR");
        assertEquals(List.of("QP_FATAL " + client.queuePair.number()), events);
        assertEquals(1, server.disconnected);
    }

    @Test
    void shouldRefuseToKillAQueuePairInErrorOrOfAnotherDevice() {
        final Faults faults = client.device.faults();
        assertThrows(IllegalArgumentException.class, () -> faults.kill(server.queuePair));
        client.queuePair.toError();
        assertThrows(IllegalStateException.class, () -> faults.kill(client.queuePair));
    }
}
