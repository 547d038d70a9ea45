// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.iommu.MappingHost.PLAIN;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.DmaDirection;

/**
 * Tests the cache lines of page-table entries that page walks read. Eight neighbouring entries share a line. Times are
 * in virtual nanoseconds.
 */
class LeafLinesTest {
    private static final int PAGE = 4096;
    private static final int LINE = 8 * PAGE;
    private static final int LARGE = 65_536;
    private static final int HUGE = 2 << 20;
    private static final DmaDirection IN = DmaDirection.FROM_DEVICE;
    private static final CostModel FOUR = PLAIN.with(CostParameter.IOTLB_ENTRIES, 1)
            .with(CostParameter.WALK_MISS, 0)
            .with(CostParameter.IOTLB_MISS, 300)
            .with(CostParameter.LEAF_LINES, 4)
            .with(CostParameter.LEAF_LINE_MISS, 74);

    private MappingHost host;

    @Test
    void shouldFindNeighboursNear() {
        final long iova = map(FOUR, 2 * LINE, LINE);
        assertWalk(iova, 374);
        for (int at = PAGE; at < LINE; at += PAGE) {
            assertWalk(iova + at, 300);
        }
        assertWalk(iova + LINE, 374);
    }

    @Test
    void shouldKeepTheLinesThatWereReadLast() {
        final long iova = map(FOUR, 5 * LINE, LINE);
        for (int i = 0; i < 4; i++) {
            assertWalk(iova + (long) i * LINE, 374);
        }
        assertWalk(iova, 300);
        assertWalk(iova + 4 * LINE, 374);
        assertWalk(iova, 300);
        assertWalk(iova + LINE, 374);
    }

    /** Shards can benefit from this even without larger leaves. */
    @Test
    void shouldCostAShardLessThanScatteredBuffers() {
        final long iova = map(FOUR, 18 * LINE, LARGE);
        assertEquals(2, farLines(iova, PAGE), "16 neighbours stand in two lines");
        assertEquals(16, farLines(iova + LARGE, LINE));
    }

    private int farLines(final long iova, final int distance) {
        int far = 0;
        for (int i = 0; i < 16; i++) {
            access(iova + (long) i * distance);
            far += host.walks.farLines();
        }
        return far;
    }

    @Test
    void shouldReadTheLineFromTheTableThatContainsTheLeaf() {
        final CostModel leaves = FOUR.with(CostParameter.LEAVES, 4096 + HUGE);
        final long iova = map(leaves, 9 * HUGE + LARGE + PAGE, HUGE);
        assertWalk(iova, 374);
        assertWalk(iova + 7L * HUGE, 300);
        assertWalk(iova + 8L * HUGE, 374);
        assertWalk(iova + 9L * HUGE, 374);
        assertWalk(iova + 9L * HUGE + LARGE, 374);
    }

    @Test
    void shouldFindAllNearIfThereIsNoLimit() {
        final long iova = map(FOUR.with(CostParameter.LEAF_LINES, 0), 5 * LINE, LINE);
        for (int i = 0; i < 5; i++) {
            assertWalk(iova + (long) i * LINE, 300);
        }
    }

    private long map(final CostModel costs, final int bytes, final int alignment) {
        host = new MappingHost(costs, IommuMode.STRICT);
        return host.iommu.map(host.host.memory.allocate(bytes, alignment).address(), bytes, IN);
    }

    private void assertWalk(final long iova, final long latency) {
        access(iova);
        assertEquals(latency, host.walks.latency());
        assertEquals(latency > 300 ? 1 : 0, host.walks.farLines());
    }

    private void access(final long iova) {
        host.iommu.beginTransfer(false);
        host.iommu.translate(iova, 1, Iommu.DEVICE_WRITES);
    }
}
