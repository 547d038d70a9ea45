// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CostModelTest {
    @Test
    void shouldGiveEveryParameterANameAUnitAndASource() {
        final Set<String> names = new HashSet<>();
        for (final CostParameter parameter : CostModel.parameters()) {
            assertTrue(names.add(parameter.parameterName()), parameter.parameterName());
            assertFalse(parameter.unit().isBlank());
            assertFalse(parameter.source().isBlank());
            assertEquals(parameter, CostModel.parameter(parameter.parameterName()));
            assertEquals(parameter.defaultValue(), CostModel.defaults().get(parameter));
            assertEquals(
                    parameter.defaultValue(),
                    CostModel.defaults()
                            .with(parameter, parameter.defaultValue())
                            .get(parameter.parameterName()));
        }
    }

    @Test
    void shouldChangeOneValueInACopy() {
        final CostModel changed = CostModel.defaults().with("iommu.iotlb_entries", 64);
        assertEquals(64, changed.get(CostParameter.IOTLB_ENTRIES));
        assertEquals(128, CostModel.defaults().get(CostParameter.IOTLB_ENTRIES));
        assertEquals(80, changed.get(CostParameter.DMA_MAP));
    }

    @Test
    void shouldRefuseWhatAParameterDoesNotTake() {
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
        assertThrows(IllegalArgumentException.class, () -> costs.with(CostParameter.LARGEST_LEAF, 8192));
        assertEquals(0.5, costs.with(CostParameter.DMA_MAP, 0.5).get(CostParameter.DMA_MAP));
    }

    @Test
    void shouldTellWhereEachValueComesFrom() {
        final CostParameter rate = CostParameter.LINK_RATE;
        assertEquals(rate.source(), CostModel.defaults().source(rate));
        assertEquals("set", CostModel.defaults().with(rate, 200).source(rate));
        for (final String preset : CostModel.presets()) {
            final CostModel costs = CostModel.preset(preset);
            for (final CostParameter parameter : CostModel.parameters()) {
                final boolean isDefault = costs.get(parameter) == parameter.defaultValue();
                assertEquals(isDefault, costs.source(parameter).equals(parameter.source()), preset + " " + parameter);
                assertFalse(costs.source(parameter).equals("set"), preset + " " + parameter);
            }
        }
    }

    @Test
    void shouldKnowModelsByName() {
        assertEquals(
                List.of("connectx6", "connectx3", "nfp6000", "smmuv3-vcmdq", "smmuv3-trapped", "ideal"),
                CostModel.presets());
        for (final CostParameter parameter : CostModel.parameters()) {
            assertEquals(parameter.defaultValue(), CostModel.preset("connectx6").get(parameter));
        }
        assertEquals(40, CostModel.preset("connectx3").get(CostParameter.LINK_RATE));
        assertEquals(21.1, CostModel.preset("nfp6000").get(CostParameter.DMA_WRITE_INTERVAL));
        assertEquals(0, CostModel.preset("ideal").get(CostParameter.IOTLB_MISS));
        assertThrows(IllegalArgumentException.class, () -> CostModel.preset("connectx9"));
    }
}
