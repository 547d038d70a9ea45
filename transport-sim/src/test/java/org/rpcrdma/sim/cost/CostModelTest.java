// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.cost.Certainty.ASSUMED;
import static org.rpcrdma.sim.cost.Certainty.FITTED;
import static org.rpcrdma.sim.cost.Certainty.MEASURED;
import static org.rpcrdma.sim.cost.Certainty.SET;
import static org.rpcrdma.sim.cost.Certainty.STANDARD;
import static org.rpcrdma.sim.cost.CostModel.parameters;
import static org.rpcrdma.sim.cost.CostModel.preset;
import static org.rpcrdma.sim.cost.CostModel.presets;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.IommuMode;

class CostModelTest {
    @Test
    void shouldHaveANameAUnitAndASourceForEveryParameter() {
        final Set<String> names = new HashSet<>();
        for (final CostParameter parameter : parameters()) {
            assertTrue(names.add(parameter.parameterName()), parameter.parameterName());
            assertFalse(parameter.unit().isBlank());
            assertEquals(parameter, CostModel.parameter(parameter.parameterName()));
            final double value = CostModel.defaults().get(parameter);
            assertEquals(value, CostModel.defaults().with(parameter, value).get(parameter.parameterName()));
        }
    }

    @Test
    void shouldChangeOneValueInACopy() {
        final CostModel changed = CostModel.defaults().with("iommu.iotlb_entries", 64);
        assertEquals(64, changed.get(CostParameter.IOTLB_ENTRIES));
        assertEquals(128, CostModel.defaults().get(CostParameter.IOTLB_ENTRIES));
        assertEquals(320, changed.get(CostParameter.DMA_MAP));
    }

    @Test
    void shouldRejectInvalidParameterValues() {
        final CostModel costs = CostModel.defaults();
        assertThrows(IllegalArgumentException.class, () -> costs.with("no.such", 1));
        assertThrows(IllegalArgumentException.class, () -> costs.get("no.such"));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.DMA_MAP, -1));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.DMA_MAP, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.DMA_MAP, Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.IOTLB_ENTRIES, 0));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.IOTLB_ENTRIES, 1.5));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.LINK_RATE, 0));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.MTU, 3000));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.MTU, 8192));
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.LEAVES, 8192));
        assertEquals(0.5, costs.with(CostParameter.DMA_MAP, 0.5).get(CostParameter.DMA_MAP));
    }

    @Test
    void shouldReportTheOriginOfEachValueOfEachMachine() {
        for (final String machine : presets()) {
            final CostModel costs = preset(machine);
            for (final CostParameter parameter : parameters()) {
                final String name = machine + " " + parameter;
                final double value = costs.get(parameter);
                assertTrue(costs.low(parameter) <= value && value <= costs.high(parameter), name);
                assertFalse(costs.source(parameter).isBlank(), name);
                if (costs.certainty(parameter) == STANDARD) {
                    assertEquals(costs.low(parameter), costs.high(parameter), name);
                }
                if (costs.certainty(parameter) == ASSUMED) {
                    assertEquals("", costs.origin(parameter), name);
                }
                if (costs.certainty(parameter) == MEASURED || costs.certainty(parameter) == FITTED) {
                    assertFalse(costs.origin(parameter).isEmpty(), name);
                }
            }
        }
    }

    @Test
    void shouldMarkValuesOfOtherHardwareAsBorrowed() {
        final CostModel arm = preset("arm");
        assertFalse(arm.isBorrowed(CostParameter.INVALIDATION_PAGE));
        assertEquals("Arm Morello, SMMUv3", arm.origin(CostParameter.INVALIDATION_PAGE));
        assertTrue(arm.isBorrowed(CostParameter.MPT_L1_MISS));
        assertEquals("ConnectX-3", arm.origin(CostParameter.MPT_L1_MISS));
        assertFalse(preset("connectx3").isBorrowed(CostParameter.MPT_L1_MISS));
        assertTrue(preset("connectx3").isBorrowed(CostParameter.QPC_ENTRIES), "a Connect-IB's");
        assertTrue(CostModel.defaults().isBorrowed(CostParameter.IOTLB_ENTRIES), "an Ivy Bridge's");
        assertFalse(preset("nfp6000").isBorrowed(CostParameter.IOTLB_ENTRIES));
        assertFalse(CostModel.defaults().isBorrowed(CostParameter.MTU), "a standard");
        assertFalse(CostModel.defaults().isBorrowed(CostParameter.PROGRAM), "an assumption");
    }

    @Test
    void shouldNotDoubtValuesThatAreSet() {
        final CostModel set = CostModel.defaults().with(CostParameter.IOTLB_ENTRIES, 2048);
        assertEquals(SET, set.certainty(CostParameter.IOTLB_ENTRIES));
        assertEquals(2048, set.low(CostParameter.IOTLB_ENTRIES));
        assertEquals(2048, set.high(CostParameter.IOTLB_ENTRIES));
        assertFalse(set.isBorrowed(CostParameter.IOTLB_ENTRIES));
        assertEquals("set", set.source(CostParameter.IOTLB_ENTRIES));
        assertEquals("intel", set.machine());
    }

    @Test
    void shouldRunTheIommuAsLinuxDoes() {
        assertEquals(IommuMode.LAZY, CostModel.defaults().iommuMode());
        assertEquals(IommuMode.LAZY, preset("amd").iommuMode());
        assertEquals(IommuMode.STRICT, preset("arm").iommuMode());
        assertEquals(
                IommuMode.STRICT,
                preset("smmuv3-vcmdq").with(CostParameter.DMA_MAP, 1).iommuMode());
    }

    /**
     * F2, F3: the leaf sizes equal the sizes that Linux's drivers use. F4, F8: the default values lie within their
     * ranges.
     */
    @Test
    void shouldHaveTheDriversLeavesAndDefaultsWithinTheirRanges() {
        final long small = 4096 + (2L << 20) + (1L << 30);
        assertEquals(small, CostModel.defaults().get(CostParameter.LEAVES));
        assertEquals(small, preset("arm").get(CostParameter.LEAVES));
        assertEquals((1L << 52) - 4096 - (1L << 39), preset("amd").get(CostParameter.LEAVES));
        for (final CostParameter whole : List.of(CostParameter.DMA_MAP, CostParameter.DMA_UNMAP)) {
            final CostModel costs = CostModel.defaults();
            final double middle = Math.sqrt(costs.low(whole) * costs.high(whole));
            assertEquals(middle, costs.get(whole), 0.01 * middle, whole.parameterName());
        }
    }

    @Test
    void shouldFindModelsByName() {
        assertEquals(
                List.of(
                        "intel",
                        "amd",
                        "arm",
                        "connectx3",
                        "nfp6000",
                        "smmuv3-vcmdq",
                        "smmuv3-trapped",
                        "ideal",
                        "instructions",
                        "instructions-amd"),
                presets());
        for (final CostParameter parameter : parameters()) {
            assertEquals(CostModel.defaults().get(parameter), preset("intel").get(parameter));
        }
        assertEquals(40, preset("connectx3").get(CostParameter.LINK_RATE));
        assertEquals(21.1, preset("nfp6000").get(CostParameter.DMA_WRITE_INTERVAL));
        assertEquals(0, preset("ideal").get(CostParameter.IOTLB_MISS));
        assertThrows(IllegalArgumentException.class, () -> preset("connectx9"));
    }
}
