// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.Seed;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.SeededRandom;

/** The page walks that an IOMMU does at once. Virtual nanoseconds. */
class PageWalkersTest {
    @Test
    void shouldLetAWalkWaitForTheFirstThatEnds() {
        final PageWalkers walkers = walkers(2);
        assertEquals(0, walkers.await(0, 1000));
        assertEquals(0, walkers.await(0, 300));
        assertEquals(300, walkers.await(0, 300), "behind the second");
        assertEquals(500, walkers.await(100, 600), "behind the third");
        assertEquals(0, walkers.await(1000, 300), "the first walker");
        assertEquals(100, walkers.await(1100, 300), "behind the fourth");
    }

    @Test
    void shouldTakeNoWalkerForNoWalk() {
        final PageWalkers walkers = walkers(1);
        assertEquals(0, walkers.await(0, 300));
        assertEquals(0, walkers.await(0, 0));
        assertEquals(300, walkers.await(0, 300));
    }

    @Test
    void shouldLetAnyNumberOfWalksGoOnWhereThereIsNoLimit() {
        final PageWalkers walkers = walkers(0);
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, walkers.await(0, 300));
        }
    }

    /** Beside a list of when each is free, of which the first is taken. */
    @Test
    void shouldTakeTheFirstFreeOfMany() {
        final SeededRandom random = new SeededRandom(Seed.get());
        final int limit = 1 + random.nextInt(20);
        final PageWalkers walkers = walkers(limit);
        final long[] free = new long[limit];
        long now = 0;
        for (int i = 0; i < 1000; i++) {
            now += random.nextInt(100);
            final int duration = 1 + random.nextInt(2000);
            int first = 0;
            for (int at = 1; at < limit; at++) {
                first = free[at] < free[first] ? at : first;
            }
            final long wait = Math.max(0, free[first] - now);
            free[first] = now + wait + duration;
            assertEquals(wait, walkers.await(now, duration), "limit=" + limit + " seed=" + Seed.get());
        }
    }

    private static PageWalkers walkers(final int count) {
        return new PageWalkers(CostModel.defaults().with(CostParameter.WALKERS, count));
    }
}
