// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the names and defaults of the settings that a sweep can vary. */
class SweepSettingsTest {
    @Test
    void shouldKnowTheDefaultsOfOptionsAndCostsByTheirNames() {
        final Map<String, String> defaults = SweepSettings.defaults();
        assertEquals("lazy", defaults.get("iommu"));
        assertEquals(
                SweepSettings.names().filter(name -> name.indexOf('.') > 0).toList(),
                defaults.keySet().stream().filter(name -> name.indexOf('.') > 0).toList());
    }
}
