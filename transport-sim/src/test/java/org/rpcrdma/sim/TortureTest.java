// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.FaultStatistics;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.QueuePairType;

/**
 * Tests reliable queue pairs on links that lose, duplicate and delay packets. Every request must be executed exactly
 * once and in order.
 */
class TortureTest {
    private static final int RUNS = 40;
    private static final int REQUESTS = 150;
    private static final int MOST_ROUNDS = 100_000;
    private static final FaultPlan ALL =
            FaultPlan.NONE.withLoss(0.03).withDuplication(0.05).withReordering(0.05, 50_000);

    private FaultStatistics faults;

    @Test
    void shouldSurviveLoss() {
        torture(FaultPlan.NONE.withLoss(0.05), 14);
        assertTrue(faults.lost() > 0);
    }

    @Test
    void shouldSurviveDuplication() {
        torture(FaultPlan.NONE.withDuplication(0.3), 14);
        assertTrue(faults.duplicated() > 0);
    }

    @Test
    void shouldSurviveReordering() {
        torture(FaultPlan.NONE.withReordering(0.07, 20_000), 14);
        assertTrue(faults.reordered() > 0);
    }

    @Test
    void shouldSurviveAllFaultsTogether() {
        torture(ALL, 14);
    }

    /**
     * Many packets are retransmitted although they are only late. Acknowledgements of the first copies arrive in the
     * meantime.
     */
    @Test
    void shouldSurviveAckTimeoutsThatAreTooShort() {
        torture(FaultPlan.NONE.withLoss(0.01).withDuplication(0.05).withReordering(0.05, 100_000), 4);
    }

    @Test
    void shouldGiveTheSameDigestForTheSameSeed() {
        final long seed = Seed.get();
        final long digest = run(seed, ALL, 14);
        assertEquals(digest, run(seed, ALL, 14), "seed=" + seed);
        assertNotEquals(digest, run(seed, FaultPlan.NONE, 14), "seed=" + seed);
    }

    private void torture(final FaultPlan plan, final int timeout) {
        for (long seed = Seed.get(); seed < Seed.get() + RUNS; seed++) {
            run(seed, plan, timeout);
        }
    }

    private long run(final long seed, final FaultPlan plan, final int timeout) {
        try {
            return play(seed, plan, timeout);
        } catch (final AssertionError | RuntimeException e) {
            throw new AssertionError("seed=" + seed + " plan=" + plan + " timeout=" + timeout, e);
        }
    }

    private long play(final long seed, final FaultPlan plan, final int timeout) {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC, seed);
        pair.timeout = timeout;
        pair.psn = Psn.MASK - 200;
        pair.client.pathMtu = TorturePeer.MTU;
        pair.server.pathMtu = TorturePeer.MTU;
        pair.connect();
        pair.fabric.setFaultPlan(plan);
        final SeededRandom random = pair.simulation.random();
        final List<TorturePeer> peers = TorturePeer.of(pair, random);
        int round = 0;
        for (boolean isOver = false; !isOver; round++) {
            assertTrue(round < MOST_ROUNDS, "completed=" + peers.get(0).completed + "," + peers.get(1).completed);
            isOver = peers.get(0).act(REQUESTS) & peers.get(1).act(REQUESTS);
            for (int i = random.nextInt(30); i > 0 && pair.simulation.step(); i--) {
                peers.forEach(peer -> peer.poll(pair.simulation.nanoTime()));
            }
        }
        pair.simulation.run();
        peers.forEach(peer -> peer.poll(pair.simulation.nanoTime()));
        peers.forEach(TorturePeer::assertEnd);
        faults = pair.client.device.faults().statistics();
        return (peers.get(0).digest * 31 + peers.get(1).digest) * 31 + pair.simulation.nanoTime();
    }
}
