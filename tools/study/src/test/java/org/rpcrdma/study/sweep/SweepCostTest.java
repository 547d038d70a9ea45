// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.study.sweep.SweepCost.Sample;

class SweepCostTest {
    private static Sample sample(final long rpcs, final long buffers, final double anRpc, final double aBuffer) {
        return new Sample(rpcs, buffers, rpcs * anRpc + buffers * aBuffer);
    }

    @Test
    void shouldChargeForBuffersIfTheirNumberVaries() {
        final SweepCost cost = SweepCost.of(sample(1000, 500, 3000, 50), sample(2000, 60_000, 3000, 50));
        assertEquals(3000, cost.nanosOfAnRpc(), 1e-6);
        assertEquals(50, cost.nanosOfABuffer(), 1e-6);
        assertEquals(3000 * 7 + 50 * 11, cost.nanos(7, 11), 1e-6);
    }

    @Test
    void shouldChargeForRpcsOnlyIfEachHasTheSameNumberOfBuffers() {
        assertEquals(new SweepCost(8000, 0), SweepCost.of(new Sample(10, 20, 80_000), new Sample(30, 60, 900_000)));
    }

    /** The times of the samples vary, so a cost may seem to be negative. */
    @Test
    void shouldChargeNothingNegative() {
        assertEquals(new SweepCost(9000, 0), SweepCost.of(new Sample(10, 20, 90_000), new Sample(10, 40, 80_000)));
        assertEquals(new SweepCost(0, 9000), SweepCost.of(new Sample(10, 20, 80_000), new Sample(10, 40, 360_000)));
    }
}
