// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/** How often an IOMMU begins a page walk. Virtual nanoseconds. */
class PageWalkerTest {
    @Test
    void shouldBeginAWalkEachInterval() {
        final PageWalker walker = walker(50);
        assertEquals(0, walker.await(1000, 1));
        assertEquals(50, walker.await(1000, 1));
        assertEquals(70, walker.await(1030, 1));
        assertEquals(0, walker.await(1150, 1), "the third began at 1100");
    }

    @Test
    void shouldBeginTheWalksOfATransferOneAfterTheOther() {
        final PageWalker walker = walker(50);
        assertEquals(0, walker.await(0, 3));
        assertEquals(150, walker.await(0, 1));
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

    /** A transfer of the other direction asks for a time that is not the latest. */
    @Test
    void shouldLetAWalkThatIsDueEarlierWaitForThoseThatBegan() {
        final PageWalker walker = walker(50);
        assertEquals(0, walker.await(100, 1));
        assertEquals(110, walker.await(40, 1));
    }

    @Test
    void shouldNotWaitWithoutAWalk() {
        final PageWalker walker = walker(50);
        walker.await(0, 1);
        assertEquals(0, walker.await(0, 0));
        assertEquals(50, walker.await(0, 1));
    }

    @Test
    void shouldBeginAnyNumberOfWalksWithoutAnInterval() {
        final PageWalker walker = walker(0);
        assertEquals(0, walker.await(0, 1000));
        assertEquals(0, walker.await(0, 1000));
    }

    private static PageWalker walker(final double interval) {
        return new PageWalker(CostModel.defaults().with(CostParameter.WALK_INTERVAL, interval));
    }
}
