// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;

class InputsTest {
    private static List<Input> inputs(final Map<String, String> given) throws IOException {
        final Map<String, String> settings = new HashMap<>(given);
        return Inputs.of(
                new SweepPoints(new Captures(new PrintWriter(System.err)))
                        .comparison(new Point(1, "", settings, List.of()))
                        .options(),
                given.keySet());
    }

    private static List<String> names(final Map<String, String> given) throws IOException {
        return inputs(given).stream().map(Input::name).toList();
    }

    @Test
    void shouldTakeParametersThatAreUncertain() throws IOException {
        final List<String> names = names(Map.of());
        final CostModel costs = CostModel.defaults();
        for (final CostParameter parameter : CostModel.parameters()) {
            assertEquals(
                    costs.low(parameter) < costs.high(parameter),
                    names.contains(parameter.parameterName()),
                    parameter.parameterName());
        }
    }

    @Test
    void shouldLeaveOutWhatIsKnown() throws IOException {
        for (final String known : List.of("cpu.dma_map", "processors")) {
            assertTrue(names(Map.of()).contains(known), known);
            assertFalse(names(Map.of(known, "18")).contains(known), known);
        }
    }

    @Test
    void shouldTakeBothEndsOfEveryRange() throws IOException {
        for (final Input input : inputs(Map.of())) {
            assertTrue(input.low() <= input.usual() && input.usual() <= input.high(), input.toString());
        }
    }
}
