// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.IommuMode;

class SmallerBlocksTest {
    private static final StrategyPlan PLAN = StrategyPlan.of(Strategy.PER_BUFFER_DMA);

    @Test
    void shouldSimulateTheSameEachTime() {
        final ComparisonSettings settings = settings().build();
        final SmallerBlocks first = SmallerBlocks.simulate(PLAN, settings);

        assertArrayEquals(first.added(), SmallerBlocks.simulate(PLAN, settings).added());
        assertArrayEquals(first.added(), SmallerBlocks.of(PLAN, settings).added());
        assertEquals(first.simulated(), SmallerBlocks.of(PLAN, settings).simulated());
    }

    @Test
    void shouldSimulateEqualSettingsOnce() {
        final SmallerBlocks first = SmallerBlocks.of(PLAN, settings().build());

        assertSame(first, SmallerBlocks.of(PLAN, settings().connections(7).build()), "connections do not matter");
    }

    @Test
    void shouldDistinguishWhatTheSimulationDependsOn() {
        final SmallerBlocks first = SmallerBlocks.of(PLAN, settings().build());

        assertNotSame(
                first, SmallerBlocks.of(PLAN, settings().bufferSize(16_384).build()));
        assertNotSame(first, SmallerBlocks.of(PLAN, settings().credits(32).build()));
        assertNotSame(
                first, SmallerBlocks.of(PLAN, settings().iommu(IommuMode.OFF).build()));
        assertNotSame(first, SmallerBlocks.of(PLAN, settings().machine("arm").build()));
        assertSame(
                SmallerBlocks.NONE,
                SmallerBlocks.of(PLAN, settings().cost("memory.compacted", 0.02).build()));
    }

    private static ComparisonSettings.Builder settings() {
        return new ComparisonSettings.Builder().echo(1, 64).bufferSize(4096);
    }
}
