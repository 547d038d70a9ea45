// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.Terminal;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.sim.cost.Certainty;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The parameters of a cost model with their ranges and sources, as text for a terminal and as JSON.
 *
 * @param machine    the machine that the model describes.
 * @param parameters the parameters.
 * @param certainty  the number of parameters per degree of certainty.
 * @param borrowed   the number of parameters that were measured on other hardware.
 */
public record ParameterList(String machine, List<Parameter> parameters, Map<String, Integer> certainty, long borrowed) {
    public static ParameterList of(final CostModel costs) {
        final List<Parameter> parameters = CostModel.parameters().stream()
                .map(parameter -> Parameter.of(parameter, costs))
                .toList();
        final Map<String, Integer> certainty = new LinkedHashMap<>();
        for (final Certainty kind : Certainty.values()) {
            certainty.put(label(kind), 0);
        }
        parameters.forEach(parameter -> certainty.merge(parameter.certainty, 1, Integer::sum));
        return new ParameterList(
                costs.machine(),
                parameters,
                certainty,
                parameters.stream().filter(Parameter::borrowed).count());
    }

    private static String label(final Certainty certainty) {
        return certainty.name().toLowerCase(Locale.ROOT);
    }

    public void print(final PrintWriter out) {
        line(out, "parameter", "value", "range", "unit", "certainty", "measured on", "source");
        for (final Parameter parameter : parameters) {
            line(
                    out,
                    parameter.name,
                    TextTable.number(parameter.value),
                    parameter.range(),
                    parameter.unit,
                    parameter.certainty,
                    parameter.owner(),
                    parameter.source);
        }
        final String counts = certainty.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        WrappedText.sentence(
                out, parameters.size() + " parameters of " + machine + ": " + counts + "; " + borrowed + " borrowed");
    }

    /** Prints a line that programs can parse. On a narrow terminal, the origin follows on separate lines. */
    private static void line(final PrintWriter out, final String... columns) {
        final String figures = String.format(Locale.ROOT, "%-28s %12s  %-18s %-8s %-9s", (Object[]) columns);
        final String owner = columns[columns.length - 2];
        final String source = columns[columns.length - 1];
        final String line = figures + String.format(Locale.ROOT, " %-38s %s", owner, source);
        if (line.length() <= Terminal.wrapColumns()) {
            out.println(line);
        } else {
            out.println(figures.stripTrailing());
            WrappedText.print(out, "    ", owner + "; " + source);
        }
    }

    /**
     * A parameter.
     *
     * @param name       the name for {@code --set}.
     * @param value      the value.
     * @param low        the lowest plausible value.
     * @param high       the highest plausible value.
     * @param unit       the unit of the values.
     * @param certainty  the certainty of the value.
     * @param measuredOn the hardware on which the value was measured; empty if the value does not depend on hardware.
     * @param borrowed   true if the value was measured on hardware other than the machine's.
     * @param source     the publication and figure that the value comes from, or the assumption behind it.
     */
    record Parameter(
            String name,
            double value,
            double low,
            double high,
            String unit,
            String certainty,
            String measuredOn,
            boolean borrowed,
            String source) {
        private static Parameter of(final CostParameter parameter, final CostModel costs) {
            return new Parameter(
                    parameter.parameterName(),
                    costs.get(parameter),
                    costs.low(parameter),
                    costs.high(parameter),
                    parameter.unit(),
                    label(costs.certainty(parameter)),
                    costs.origin(parameter),
                    costs.isBorrowed(parameter),
                    costs.source(parameter));
        }

        private String range() {
            return low == high ? "-" : TextTable.number(low) + ".." + TextTable.number(high);
        }

        private String owner() {
            return measuredOn.isEmpty() ? "-" : (borrowed ? "borrowed: " : "own: ") + measuredOn;
        }
    }
}
