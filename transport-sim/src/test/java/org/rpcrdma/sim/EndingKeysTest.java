// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;

/**
 * Tests keys that are repeatedly opened for a peer, used and invalidated. The links lose, duplicate and delay packets.
 * No late or duplicate packet may fail the connection or change the memory of an invalid key.
 */
class EndingKeysTest implements AsyncEventHandler {
    private static final int RUNS = Effort.of(5, 25);
    private static final int GENERATIONS = 12;
    private static final int MOST_STEPS = 10_000_000;

    private final List<AsyncEventType> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type);
    }

    @Test
    void shouldSurviveDuplication() {
        torture(FaultPlan.NONE.withDuplication(0.3));
    }

    @ParameterizedTest
    @CsvSource({"0.01, 5000", "0.05, 200000"})
    void shouldSurvivePacketsThatAreLate(final double share, final long nanos) {
        torture(FaultPlan.NONE.withReordering(share, nanos));
    }

    @Test
    void shouldSurviveLoss() {
        torture(FaultPlan.NONE.withLoss(0.03));
    }

    @Test
    void shouldSurviveAllFaultsTogether() {
        torture(FaultPlan.NONE.withLoss(0.02).withDuplication(0.05).withReordering(0.03, 30_000));
    }

    private void torture(final FaultPlan plan) {
        for (long seed = Seed.get(); seed < Seed.get() + RUNS; seed++) {
            try {
                run(seed, plan);
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + seed + " plan=" + plan, e);
            }
        }
    }

    private void run(final long seed, final FaultPlan plan) {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC, seed);
        pair.client.pathMtu = TorturePeer.MTU;
        pair.server.pathMtu = TorturePeer.MTU;
        pair.connect();
        pair.fabric.setFaultPlan(plan);
        pair.client.device.handleAsyncEvents(pair.client.loop, this);
        pair.server.device.handleAsyncEvents(pair.server.loop, this);
        final SeededRandom random = pair.simulation.random();
        final EndingKeysPeer client = new EndingKeysPeer(pair.client, pair.server, random);
        final EndingKeysPeer server = new EndingKeysPeer(pair.server, pair.client, random);
        for (int step = 0; client.generations < GENERATIONS || server.generations < GENERATIONS; step++) {
            assertTrue(step < MOST_STEPS, "generations=" + client.generations + "," + server.generations);
            client.act();
            server.act();
            final boolean isGoing = pair.simulation.step();
            client.poll(server);
            server.poll(client);
            assertEquals(List.of(), events);
            assertTrue(isGoing || client.canAct() || server.canAct(), "nothing is left to happen");
        }
        pair.simulation.run();
        assertEquals(List.of(), events);
        assertEquals(QueuePairState.RTS, pair.client.queuePair.state());
        assertEquals(QueuePairState.RTS, pair.server.queuePair.state());
    }
}
