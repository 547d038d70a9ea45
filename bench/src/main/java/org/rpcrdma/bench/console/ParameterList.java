// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.nic.cost.CostModel;

/** The parameters of a cost model, as text for a terminal and in the shape of their JSON. */
public record ParameterList(List<Parameter> parameters) {
    public static ParameterList of(final CostModel costs) {
        return new ParameterList(CostModel.parameters().stream()
                .map(parameter -> new Parameter(
                        parameter.parameterName(), costs.get(parameter), parameter.unit(), costs.source(parameter)))
                .toList());
    }

    public void print(final PrintWriter out) {
        for (final Parameter parameter : parameters) {
            out.printf(
                    Locale.ROOT,
                    "%-30s %14s %-8s %s%n",
                    parameter.name,
                    TextTable.number(parameter.value),
                    parameter.unit,
                    parameter.source);
        }
    }

    /** A parameter: its name for {@code --set}, and the source of its value. */
    @JsonPropertyOrder({"name", "value", "unit", "source"})
    record Parameter(String name, double value, String unit, String source) {}
}
