// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.FaultStatistics;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.QueuePairType;

/** Reliable queue pairs on links that lose, duplicate and delay packets: everything happens, once and in order. */
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
    void shouldSurviveEverythingAtOnce() {
        torture(ALL, 14);
    }

    /** Much is sent again that was only late: answers to what was sent before arrive in between. */
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
        final TorturePeer client = new TorturePeer(pair.client, 1, random);
        final TorturePeer server = new TorturePeer(pair.server, 2, random);
        client.join(server);
        server.join(client);
        for (int round = 0; client.completed() < REQUESTS || server.completed() < REQUESTS; round++) {
            assertTrue(round < MOST_ROUNDS, "completed=" + client.completed() + "," + server.completed());
            act(client, random);
            act(server, random);
            for (int i = random.nextInt(30); i > 0 && pair.simulation.step(); i--) {
                client.poll(pair.simulation.nanoTime());
                server.poll(pair.simulation.nanoTime());
            }
        }
        pair.simulation.run();
        client.poll(pair.simulation.nanoTime());
        server.poll(pair.simulation.nanoTime());
        client.assertEnd();
        server.assertEnd();
        faults = pair.client.device.faults().statistics();
        return (client.digest() * 31 + server.digest()) * 31 + pair.simulation.nanoTime();
    }

    private static void act(final TorturePeer peer, final SeededRandom random) {
        peer.postReceives();
        if (peer.posted() < REQUESTS && peer.hasRoom() && random.nextBoolean()) {
            peer.post();
        }
    }
}
