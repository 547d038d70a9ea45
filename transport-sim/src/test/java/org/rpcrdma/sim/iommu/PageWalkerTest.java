// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/** Tests the rate at which an IOMMU starts page walks. Times are in virtual nanoseconds. */
class PageWalkerTest {
    @Test
    void shouldBeginAWalkEachInterval() {
        final PageWalker walker = walker(50);
        assertEquals(0, walker.await(1000, 1));
        assertEquals(50, walker.await(1000, 1));
        assertEquals(70, walker.await(1030, 1));
        assertEquals(0, walker.await(1150, 1), "the third began at 1100");
    }

    /**
     * The cases are consecutive transfers, a second transfer that starts before the first, and transfers without an
     * interval.
     */
    @ParameterizedTest
    @CsvSource({"50, 0, 3, 0, 1, 150", "50, 100, 1, 40, 1, 110", "0, 0, 1000, 0, 1000, 0"})
    void shouldStartTheWalksOfATransferAfterThePreviousTransfers(
            final int interval, final long time, final int walks, final long next, final int more, final long wait) {
        final PageWalker walker = walker(interval);
        assertEquals(0, walker.await(time, walks));
        assertEquals(wait, walker.await(next, more));
    }

    @Test
    void shouldCountPartsOfANanosecond() {
        final PageWalker walker = walker(0.4);
        long last = 0;
        for (int i = 0; i <= 1000; i++) {
            last = walker.await(0, 1);
        }
        assertEquals(400, last);
    }

    @Test
    void shouldNotWaitWithoutAWalk() {
        final PageWalker walker = walker(50);
        walker.await(0, 1);
        assertEquals(0, walker.await(0, 0));
        assertEquals(50, walker.await(0, 1));
    }

    private static PageWalker walker(final double interval) {
        return new PageWalker(CostModel.defaults().with(CostParameter.WALK_INTERVAL, interval));
    }
}
