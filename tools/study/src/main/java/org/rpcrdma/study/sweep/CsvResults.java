// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results as comma-separated values, with one row per point and strategy, and one column per setting and figure. The
 * columns with a strategy's savings and verdict precede its figures, and are empty for a baseline. A figure is a
 * median. Its range is in the columns {@code NAME.low} and {@code NAME.high}, which are empty if the figure has no
 * range.
 */
record CsvResults(SweepResults results) {
    private static final String MEDIAN = "median";

    /** The first columns of a comparison, in the order of the printed table. */
    private static final List<String> DECIDING = List.of(
            "strategy",
            "baseline",
            "connectionNanosSaved",
            "connectionNanosSaved.low",
            "connectionNanosSaved.high",
            "connectionShareSaved",
            "connectionShareSaved.low",
            "connectionShareSaved.high",
            "tracedShareSaved",
            "verdict");

    String text() throws IOException {
        final List<Map<String, String>> rows = new ArrayList<>();
        for (final JsonNode point : results.points()) {
            for (final JsonNode strategy : point.get("result").get("strategies")) {
                rows.add(row(point, strategy, answer(point, strategy.get("name").asText())));
            }
        }
        final Set<String> columns = new LinkedHashSet<>(List.of("point", "section"));
        results.grid()
                .sections()
                .forEach(section -> columns.addAll(section.settings().keySet()));
        // The option lists all strategies, but each row has one strategy.
        columns.remove("strategy");
        columns.addAll(DECIDING);
        rows.forEach(row -> columns.addAll(row.keySet()));
        final CsvSchema.Builder schema = CsvSchema.builder();
        columns.forEach(schema::addColumn);
        return new CsvMapper()
                .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
                .writer(schema.build().withHeader())
                .writeValueAsString(rows);
    }

    /** Returns a point's comparison of a strategy with its baseline, or a missing node if there is no baseline. */
    private static JsonNode answer(final JsonNode point, final String strategy) {
        for (final JsonNode answer : point.at("/result/answer")) {
            if (answer.get("strategy").asText().equals(strategy)) {
                return answer;
            }
        }
        return MissingNode.getInstance();
    }

    private static Map<String, String> row(final JsonNode point, final JsonNode strategy, final JsonNode answer) {
        final Map<String, String> row = new LinkedHashMap<>();
        row.put("point", point.get("point").asText());
        row.put("section", point.get("section").asText());
        point.get("settings").properties().forEach(setting -> {
            if (!setting.getKey().equals("strategy")) {
                row.put(setting.getKey(), setting.getValue().asText());
            }
        });
        addFigures(row, "", answer);
        addFigures(row, "", strategy);
        return row;
    }

    /** The name of a nested figure contains both names: {@code latencyNanos.p50}. */
    private static void addFigures(final Map<String, String> row, final String prefix, final JsonNode figures) {
        figures.properties().forEach(figure -> {
            final JsonNode value = figure.getValue();
            final String name = prefix + (figure.getKey().equals("name") ? "strategy" : figure.getKey());
            if (value.has(MEDIAN)) {
                row.put(name, value.get(MEDIAN).asText());
                row.put(name + ".low", value.get("low").asText());
                row.put(name + ".high", value.get("high").asText());
            } else if (value.isObject()) {
                addFigures(row, name + ".", value);
            } else if (value.isValueNode()) {
                row.put(name, value.isNull() ? "" : value.asText());
            }
        });
    }
}
