// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.FaultStatistics;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Tests random faults and links that are temporarily down. */
class FaultPlanTest implements AsyncEventHandler {
    private static final String CLIENT = "10.98.0.1";
    private static final String SERVER = "10.98.0.2";
    private static final int PACKETS = 2000;

    private final List<String> events = new ArrayList<>();
    private ModifiedPair pair = new ModifiedPair(QueuePairType.RC, Seed.get()).connect();

    @Override
    public void onPortEvent(final AsyncEventType type, final int port) {
        events.add(type + " " + port + " " + pair.simulation.nanoTime() / 1_000_000);
    }

    @Test
    void shouldLoseDuplicateAndDelayThePlannedShares() {
        final FaultStatistics none = datagrams(FaultPlan.NONE);
        assertEquals("lost=0 duplicated=0 reordered=0 corrupted=0 linkDown=0 tooLong=0", none.toString());
        assertAbout(0.1, datagrams(FaultPlan.NONE.withLoss(0.1)).lost());
        assertAbout(0.2, datagrams(FaultPlan.NONE.withDuplication(0.2)).duplicated());
        assertAbout(0.3, datagrams(FaultPlan.NONE.withReordering(0.3, 1000)).reordered());
        assertEquals(PACKETS, datagrams(FaultPlan.NONE.withLoss(1)).lost());
    }

    @Test
    void shouldHaveTheSameFaultsForTheSameSeed() {
        final FaultPlan plan = FaultPlan.NONE.withLoss(0.1).withDuplication(0.1).withReordering(0.1, 1000);
        final String one = datagrams(plan).toString();
        final long end = pair.simulation.nanoTime();
        assertEquals(one, datagrams(plan).toString());
        assertEquals(end, pair.simulation.nanoTime());
        pair = new ModifiedPair(QueuePairType.UD, Seed.get() + 1);
        assertNotEquals(one, datagrams(plan, pair).toString());
    }

    @Test
    void shouldNotChangeTheNumbersOfOtherGenerators() {
        datagrams(FaultPlan.NONE);
        final long next = pair.simulation.random().nextLong();
        datagrams(FaultPlan.NONE.withLoss(0.5));
        assertEquals(next, pair.simulation.random().nextLong());
    }

    private static void assertAbout(final double chance, final long count) {
        assertEquals(chance * PACKETS, count, 5 * Math.sqrt(chance * PACKETS), "seed=" + Seed.get());
    }

    private FaultStatistics datagrams(final FaultPlan plan) {
        pair = new ModifiedPair(QueuePairType.UD, Seed.get());
        return datagrams(plan, pair);
    }

    private static FaultStatistics datagrams(final FaultPlan plan, final ModifiedPair on) {
        on.connect();
        on.fabric.setFaultPlan(plan);
        final var handle = on.client.domain.createAddressHandle(UnreliableFaultsTest.way(on));
        for (int i = 0; i < PACKETS; i++) {
            on.client.sends().send(i, SendRequests.SIGNALED);
            on.client.sends.destination(handle, on.server.queuePair.number(), ModifiedPair.QKEY);
            on.client.post(0, 10);
            on.simulation.run();
            on.client.completions();
        }
        return on.client.device.faults().statistics();
    }

    @Test
    void shouldRetransmitAfterALinkThatWasDownShorterThanItsRetries() {
        final long now = pair.client.loop.nanoTime();
        pair.client.device.handleAsyncEvents(pair.client.loop, this);
        pair.fabric.setFaultPlan(FaultPlan.NONE.withLinkDown(CLIENT, now, now + 300_000_000));
        pair.server.receive(50, 0, 10);
        send();
        pair.simulation.runUntil(now + 299_000_000);
        assertFalse(pair.client.device.faults().isLinkUp());
        assertTrue(pair.server.device.faults().isLinkUp());
        assertEquals(QueuePairState.RTS, pair.client.queuePair.state());
        pair.client.runAndExpect("1:SUCCESS");
        pair.server.expect("50:SUCCESS");
        assertEquals(List.of("PORT_ERR 1 0", "PORT_ACTIVE 1 300"), events);
        assertEquals(5, pair.client.device.faults().statistics().linkDown());
    }

    @Test
    void shouldFailAfterALinkThatWasDownLongerThanItsRetries() {
        final long now = pair.client.loop.nanoTime();
        pair.fabric.setFaultPlan(FaultPlan.NONE.withLinkDown(SERVER, now, now + 600_000_000));
        pair.server.receive(50, 0, 10);
        send();
        pair.client.runAndExpect("1:RETRY_EXC_ERR");
        pair.server.expect();
        assertEquals(8, pair.server.device.faults().statistics().linkDown());
        assertEquals(QueuePairState.RTS, pair.server.queuePair.state());
    }

    @Test
    void shouldKeepALinkDownWhileAnyFaultRequiresIt() {
        final long now = pair.simulation.nanoTime();
        pair.client.device.handleAsyncEvents(pair.client.loop, this);
        pair.fabric.setFaultPlan(FaultPlan.NONE
                .withLinkDown(CLIENT, now + 10_000_000, now + 30_000_000)
                .withLinkDown(CLIENT, now + 20_000_000, now + 50_000_000));
        pair.simulation.runUntil(now + 15_000_000);
        pair.client.device.faults().linkDown();
        pair.simulation.runUntil(now + 60_000_000);
        assertFalse(pair.client.device.faults().isLinkUp());
        pair.client.device.faults().linkUp();
        pair.simulation.run();
        assertEquals(List.of("PORT_ERR 1 10", "PORT_ACTIVE 1 60"), events);
    }

    @Test
    void shouldStopAPlanWhenItsTimesAreOver() {
        final long now = pair.simulation.nanoTime();
        pair.fabric.setFaultPlan(FaultPlan.NONE
                .withLinkDown(CLIENT, now, Long.MAX_VALUE)
                .withLinkDown(SERVER, now + 1000, Long.MAX_VALUE));
        assertFalse(pair.client.device.faults().isLinkUp());
        pair.fabric.setFaultPlan(FaultPlan.NONE);
        assertTrue(pair.client.device.faults().isLinkUp());
        pair.simulation.run();
        assertTrue(pair.server.device.faults().isLinkUp());
    }

    @Test
    void shouldHoldForDevicesThatAreAttachedLater() {
        pair.fabric.setFaultPlan(FaultPlan.NONE.withLinkDown("10.98.0.9", 0, Long.MAX_VALUE));
        final SimulatedDevice late = pair.fabric.attach("sim9", "10.98.0.9");
        assertFalse(late.faults().isLinkUp());
        late.close();
    }

    @Test
    void shouldRefuseInvalidPlans() {
        final FaultPlan none = FaultPlan.NONE;
        assertThrows(IllegalArgumentException.class, () -> none.withLoss(1.01));
        assertThrows(IllegalArgumentException.class, () -> none.withLoss(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> none.withDuplication(-0.1));
        assertThrows(IllegalArgumentException.class, () -> none.withReordering(2, 10));
        assertThrows(IllegalArgumentException.class, () -> none.withReordering(0.1, 0));
        assertThrows(IllegalArgumentException.class, () -> none.withLinkDown(CLIENT, 10, 10));
        assertThrows(IllegalArgumentException.class, () -> none.withLinkDown(CLIENT, -1, 10));
    }

    private void send() {
        pair.client.sends().send(1, SendRequests.SIGNALED);
        pair.client.post(0, 10);
    }
}
