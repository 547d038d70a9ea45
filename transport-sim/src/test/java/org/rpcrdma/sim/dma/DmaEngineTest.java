// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/** Tests how long transfers occupy a NIC's DMA engine. Times are in virtual picoseconds. */
class DmaEngineTest {
    private static final CostModel COSTS = CostModel.defaults().with(CostParameter.DMA_OCCUPANCY, 64);

    @Test
    void shouldBeOccupiedForTheBytesAndTheStallAfterThem() {
        final DmaEngine engine = new DmaEngine(COSTS, 0, 0);
        assertEquals(64_000, engine.occupy(0, 4096, 500));
        assertEquals(64_500, engine.busyFor(0));
        assertEquals(500, engine.busyFor(64));
        assertEquals(0, engine.busyFor(65));
        assertEquals(65_500, engine.occupy(0, 64, 0));
        assertEquals(1000, engine.occupy(200, 64, 0));
    }

    @Test
    void shouldBeOccupiedForAnIntervalAtLeast() {
        final DmaEngine engine = new DmaEngine(COSTS, 21.1, 0);
        assertEquals(21_100, engine.occupy(0, 64, 0));
        assertEquals(42_200, engine.occupy(0, 64, 0));
        assertEquals(42_200 + 64_000, engine.occupy(0, 4096, 0));
    }

    @Test
    void shouldKeepAnIntervalBetweenTransfersWithoutDelayingThem() {
        final DmaEngine engine = new DmaEngine(COSTS, 0, 4.65);
        assertEquals(1000, engine.occupy(0, 64, 0));
        assertEquals(4650, engine.busyFor(0));
        assertEquals(5650, engine.occupy(0, 64, 0));
        assertEquals(9300 + 64_000, engine.occupy(0, 4096, 0));
        assertEquals(9300 + 64_000, engine.busyFor(0), "longer than the interval");
    }

    @Test
    void shouldBeOccupiedForAWalkInProportionToTheBytesUpToAPage() {
        final DmaEngine engine = new DmaEngine(COSTS, 0, 0);
        assertEquals(2 * 197_000, engine.walkPicos(2, 0, 4096));
        assertEquals(2 * 197_000, engine.walkPicos(2, 0, 65_536));
        assertEquals(197_000 / 4.0, engine.walkPicos(1, 0, 1024));
        assertEquals(0, engine.walkPicos(0, 0, 4096));
        assertEquals(197_000 + 2 * 74_000, engine.walkPicos(1, 2, 4096), "lines from memory");
    }
}
