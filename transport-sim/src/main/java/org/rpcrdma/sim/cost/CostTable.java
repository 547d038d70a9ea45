// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.rpcrdma.sim.config.IommuMode;

/**
 * Reads the costs of all machines from the resource {@code costs.txt}, whose header describes the format. An error in
 * the resource causes an IllegalStateException that states the row, the column, the value and the limit.
 */
final class CostTable {
    private static final String FILE = "costs.txt";
    private static final String PARAMETER = "parameter";
    private static final String SAME = ".";
    private static volatile CostTable shared;

    private final Limits[] limits = new Limits[CostParameter.values().length];
    private final Map<String, CostModel> machines = new LinkedHashMap<>();

    CostTable(final String text) {
        String[] heading = {""};
        for (final String line : text.split("\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            final String[] cells = line.split("\\|");
            Arrays.setAll(cells, i -> cells[i].strip());
            if (Set.of("machine", PARAMETER, "departure").contains(cells[0])) {
                heading = cells;
            } else {
                read(new Row(heading, cells));
            }
        }
        for (final CostParameter parameter : CostParameter.values()) {
            checkComplete(parameter);
        }
    }

    /** Returns the table that was read from the resource, which all callers share. */
    static CostTable shared() {
        CostTable table = shared;
        if (table == null) {
            try (InputStream in = CostTable.class.getResourceAsStream(FILE)) {
                table = new CostTable(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            shared = table;
        }
        return table;
    }

    Limits limits(final CostParameter parameter) {
        return limits[parameter.ordinal()];
    }

    /** Returns a machine's costs. */
    CostModel machine(final String name) {
        final CostModel costs = machines.get(name);
        if (costs == null) {
            throw new IllegalArgumentException(
                    "no such machine: name=" + name + " known=" + String.join(",", machines.keySet()));
        }
        return costs;
    }

    /** Returns the names of the machines, starting with the default machine. */
    List<String> machines() {
        return List.copyOf(machines.keySet());
    }

    private void read(final Row row) {
        switch (row.heading[0]) {
            case "machine" ->
                machines.put(
                        row.name(),
                        new CostModel(
                                row.name(),
                                row.oneOf(IommuMode.class, "iommu"),
                                Set.of(row.text("hardware").split("; *")),
                                new ParameterFigure[limits.length]));
            case PARAMETER -> readParameter(row);
            case "departure" -> readDeparture(row);
            default -> throw row.mistake(row.name(), "precedes the first heading, machine");
        }
    }

    private void readParameter(final Row row) {
        final CostParameter parameter = row.parameter();
        if (limits(parameter) != null || machines.isEmpty()) {
            throw row.mistake(PARAMETER, "must appear exactly once, below the machines");
        }
        limits[parameter.ordinal()] = new Limits(parameter, row.text("unit"), row.number("least"));
        final String first = machines.keySet().iterator().next();
        final ParameterFigure figure = figure(row, parameter, first, row.number(first));
        for (final Map.Entry<String, CostModel> machine : machines.entrySet()) {
            final String column = machine.getKey();
            final boolean isSame = column.equals(first) || row.text(column).equals(SAME);
            machine.getValue().figures()[parameter.ordinal()] =
                    isSame ? figure : new ParameterFigure(row.number(column), 0, 0, null, "", "");
        }
    }

    private void readDeparture(final Row row) {
        final CostModel machine = machines.get(row.text("machine"));
        final CostParameter parameter = row.parameter();
        final ParameterFigure departing = machine == null ? null : machine.figures()[parameter.ordinal()];
        if (departing == null || departing.certainty() != null) {
            throw row.mistake("machine", "must be a machine with a value for this parameter");
        }
        machine.figures()[parameter.ordinal()] = figure(row, parameter, machine.machine(), departing.value());
    }

    private ParameterFigure figure(
            final Row row, final CostParameter parameter, final String column, final double value) {
        try {
            limits(parameter).check(value);
        } catch (final IllegalArgumentException e) {
            throw new IllegalStateException(FILE + ": column " + column + ": " + e.getMessage(), e);
        }
        final double low = row.number("low");
        final double high = row.number("high");
        if (!(low <= value)) {
            throw row.mistake("low", "must be at most the value, " + value);
        }
        if (!(high >= value)) {
            throw row.mistake("high", "must be at least the value, " + value);
        }
        final String hardware = row.text("measured on");
        return new ParameterFigure(
                value,
                low,
                high,
                row.oneOf(Certainty.class, "certainty"),
                hardware.equals("-") ? "" : hardware,
                row.text("source"));
    }

    private void checkComplete(final CostParameter parameter) {
        if (limits(parameter) == null) {
            throw new IllegalStateException(FILE + ": no row " + parameter.parameterName());
        }
        for (final Map.Entry<String, CostModel> machine : machines.entrySet()) {
            if (machine.getValue().certainty(parameter) == null) {
                throw new IllegalStateException(FILE + ": row " + parameter.parameterName() + ", column "
                        + machine.getKey() + ": " + machine.getValue().get(parameter)
                        + " must have a row under the heading departure");
            }
        }
    }

    /** A line of the table, with its column headings. */
    private record Row(String[] heading, String[] cells) {
        private String name() {
            return cells[0];
        }

        private String text(final String column) {
            final int index = Arrays.asList(heading).indexOf(column);
            if (index < 0 || index >= cells.length || cells[index].isEmpty()) {
                throw new IllegalStateException(FILE + ": row " + name() + ", column " + column + ": no value");
            }
            return cells[index];
        }

        private double number(final String column) {
            try {
                return Double.parseDouble(text(column));
            } catch (final NumberFormatException e) {
                throw mistake(column, "must be a number");
            }
        }

        private <E extends Enum<E>> E oneOf(final Class<E> kind, final String column) {
            try {
                return Enum.valueOf(kind, text(column).toUpperCase(Locale.ROOT));
            } catch (final IllegalArgumentException e) {
                throw mistake(
                        column,
                        "must be one of "
                                + Arrays.toString(kind.getEnumConstants()).toLowerCase(Locale.ROOT));
            }
        }

        private CostParameter parameter() {
            try {
                return CostModel.parameter(name());
            } catch (final IllegalArgumentException e) {
                throw mistake(heading[0], "must be the name of a CostParameter");
            }
        }

        private IllegalStateException mistake(final String column, final String limit) {
            return new IllegalStateException(
                    FILE + ": row " + name() + ", column " + column + ": " + text(column) + " " + limit);
        }
    }
}
