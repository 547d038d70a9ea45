// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.verbs.QueuePairType;

class HeldAcknowledgementsTest {
    private static final int CONNECTIONS = 40;
    private static final long LONGEST_SECONDS = 20;
    private static final long NEVER_MILLIS = 1_000_000;
    private static final long NOW = 5_000_000;

    private final List<Long> inTime = new ArrayList<>();
    private final BlockingQueue<Long> late = new LinkedBlockingQueue<>();
    private final List<Long> over = new ArrayList<>();

    @AutoClose
    private HeldAcknowledgements held = newHeld(NEVER_MILLIS);

    private final PacketOrigin one = newOrigin(1);
    private final PacketOrigin other = newOrigin(2);

    private HeldAcknowledgements newHeld(final long patienceMillis) {
        return new HeldAcknowledgements(
                new PacketPool(),
                packet -> inTime.add(packet.psn),
                packet -> late.add(packet.psn),
                packet -> over.add(packet.psn),
                patienceMillis);
    }

    private static PacketOrigin newOrigin(final int number) {
        return new PacketOrigin(null, number, QueuePairType.RC, null);
    }

    private static Packet acknowledgement(final PacketOrigin from, final int life, final long psn) {
        final Packet packet = new Packet();
        packet.begin(Packet.ACK, QueuePairType.RC, from, life, null, psn);
        return packet;
    }

    private void assertLate(final long psn) throws InterruptedException {
        assertEquals(psn, late.poll(LONGEST_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void shouldSendTheLastAcknowledgementPerConnectionAtTheEndOfTheTurn() {
        held.add(acknowledgement(one, 1, 5), NOW);
        held.add(acknowledgement(other, 1, 6), NOW);
        held.add(acknowledgement(one, 1, 7), NOW);
        held.endTurn();
        assertEquals(List.of(7L, 6L), inTime);
        held.endTurn();
        assertEquals(List.of(7L, 6L), inTime);
    }

    @Test
    void shouldEndTheTurnWhenNoDatagramHasArrived() {
        assertFalse(held.isTurnOver(true, NOW), "nothing is held");
        held.requestLeaves();
        held.add(acknowledgement(one, 1, 5), NOW);
        assertTrue(held.isTurnOver(true, NOW));
        assertFalse(held.isTurnOver(false, NOW + 59_999));
        assertTrue(held.isTurnOver(false, NOW + 60_000));
    }

    /** When two hosts send messages alternately, not every message needs its own acknowledgement. */
    @Test
    void shouldWaitForThePeersNextMessageAfterAReply() {
        held.add(acknowledgement(one, 1, 5), NOW);
        held.requestLeaves();
        held.add(acknowledgement(one, 1, 6), NOW + 10_000);
        assertFalse(held.isTurnOver(true, NOW + 59_999));
        assertTrue(held.isTurnOver(true, NOW + 60_000));
        held.endTurn();
        assertEquals(List.of(6L), inTime);
        held.add(acknowledgement(one, 1, 7), NOW + 60_000);
        assertTrue(held.isTurnOver(true, NOW + 60_000), "no request was sent since");
    }

    /** A peer that waits for the completion of its own send before it sends the next one must not wait for 60 us. */
    @Test
    void shouldEndTheTurnIfThePeerOnlyAcknowledges() {
        held.add(acknowledgement(one, 1, 5), NOW);
        held.requestLeaves();
        assertFalse(held.isTurnOver(true, NOW + 1000));
        held.onlyAcknowledged();
        assertTrue(held.isTurnOver(true, NOW + 1000));
        held.requestLeaves();
        assertFalse(held.isTurnOver(true, NOW + 1000), "the peer may answer the next request");
    }

    @Test
    void shouldJoinTheNextRequestsAfterFortyMicroseconds() {
        assertFalse(held.joinRequests(NOW), "nothing is held");
        held.add(acknowledgement(one, 1, 5), NOW);
        assertFalse(held.joinRequests(NOW + 40_000), "no request leaves");
        held.requestLeaves();
        assertFalse(held.joinRequests(NOW + 39_999));
        assertTrue(held.joinRequests(NOW + 40_000));
        held.endTurn();
        assertFalse(held.joinRequests(NOW + 40_000));
    }

    /** A separate acknowledgement would delay the next message, which is processed by the same loop. */
    @Test
    void shouldSendNoSeparateAcknowledgementWhileMessagesAlternate() {
        for (long now = NOW, ping = 0; ping < 100; ping++, now += 19_000) {
            held.add(acknowledgement(one, 1, ping), now);
            assertFalse(held.isTurnOver(false, now + 100));
            held.requestLeaves();
            if (held.joinRequests(now + 500)) {
                held.endTurn();
            }
            assertFalse(held.isTurnOver(true, now + 18_900));
        }
        assertEquals(25, inTime.size());
    }

    @Test
    void shouldKeepAcknowledgementsFromAnEarlierEpochOfAQueuePair() {
        held.add(acknowledgement(one, 1, 5), NOW);
        held.add(acknowledgement(one, 2, 7), NOW);
        held.endTurn();
        assertEquals(List.of(5L, 7L), inTime);
    }

    @Test
    void shouldHoldAcknowledgementsOfManyConnections() {
        final List<Long> all = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            held.add(acknowledgement(newOrigin(i), 1, i), NOW);
            all.add((long) i);
        }
        held.endTurn();
        assertEquals(all, inTime);
    }

    @Test
    void shouldSendTheThirtySecondAcknowledgementImmediately() {
        for (int i = 1; i < 32; i++) {
            assertFalse(held.add(acknowledgement(one, 1, i), NOW));
        }
        assertTrue(held.add(acknowledgement(one, 1, 32), NOW));
        held.endTurn();
        assertEquals(List.of(32L), inTime, "nothing is held");
    }

    @Test
    void shouldSendAcknowledgementsThatHaveWaitedTooLong() throws InterruptedException {
        held = newHeld(2);
        held.add(acknowledgement(one, 1, 5), NOW);
        assertLate(5);
        held.add(acknowledgement(one, 1, 7), NOW);
        assertLate(7);
        held.endTurn();
        assertEquals(List.of(5L, 7L), over);
        assertEquals(List.of(), inTime);
    }

    @Test
    void shouldSendNoAcknowledgementTwiceAfterAFailure() {
        final IllegalStateException failure = new IllegalStateException();
        held = new HeldAcknowledgements(
                new PacketPool(),
                packet -> {
                    inTime.add(packet.psn);
                    if (packet.psn == 6) {
                        throw failure;
                    }
                },
                packet -> late.add(packet.psn),
                packet -> over.add(packet.psn),
                NEVER_MILLIS);
        held.add(acknowledgement(one, 1, 5), NOW);
        held.add(acknowledgement(other, 1, 6), NOW);
        held.add(acknowledgement(newOrigin(3), 1, 7), NOW);
        assertSame(failure, assertThrows(IllegalStateException.class, held::endTurn));
        held.endTurn();
        assertEquals(List.of(5L, 6L, 7L), inTime);
    }

    @Test
    void shouldStillSendLateAcknowledgementsAfterAFailure() throws InterruptedException {
        held = new HeldAcknowledgements(
                new PacketPool(),
                packet -> inTime.add(packet.psn),
                packet -> {
                    // The thread terminates with this exception, and the handler prevents the JVM from printing it.
                    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> late.add(packet.psn));
                    if (packet.psn == 5) {
                        throw new IllegalStateException();
                    }
                    late.add(packet.psn);
                },
                packet -> over.add(packet.psn),
                2);
        held.add(acknowledgement(one, 1, 5), NOW);
        assertLate(5);
        held.add(acknowledgement(one, 1, 7), NOW);
        assertLate(7);
    }

    @Test
    void shouldSendAcknowledgementsImmediatelyAfterClosing() {
        held.add(acknowledgement(one, 1, 5), NOW);
        held.close();
        assertEquals(List.of(5L), inTime);
        held.add(acknowledgement(one, 1, 7), NOW);
        assertEquals(List.of(5L, 7L), inTime);
    }
}
