// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Results as Markdown: the question, the answer in words, a chapter for each section of the grid, the limits. */
final class StudyPage {
    private static final String HEADINGS = "| | strategy | mappings | set-up, us | tear-down, us | IOTLB misses per RPC"
            + " | median, us | 99 %, us | RPCs/s | mapped, MB |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";

    private final SweepResults results;
    private final String repeat;

    /**
     * Of results.
     *
     * @param repeat the command that writes the page, in a sentence.
     */
    StudyPage(final SweepResults results, final String repeat) {
        this.results = results;
        this.repeat = repeat;
    }

    String text() throws IOException {
        final JsonNode pair = results.points().get(0).at("/result/answer/0");
        final StringBuilder sections = new StringBuilder();
        results.grid().sections().forEach(section -> sections.append(chapter(section)));
        return Template.filled(
                Template.resource("/sweep/study.md"),
                Map.of(
                        "repeat", repeat,
                        "points", Integer.toString(results.points().size()),
                        "first", results.grid().sections().get(0).name(),
                        "answer", answers(results.answers(), "###"),
                        "baseline", pair.path("baseline").asText(),
                        "strategy", pair.path("strategy").asText(),
                        "sections", sections.toString()));
    }

    private static String answers(final List<PairSummary> answers, final String heading) {
        final StringBuilder text = new StringBuilder();
        for (final PairSummary answer : answers) {
            text.append(heading).append(' ').append(answer.title()).append("\n\n");
            answer.sentences()
                    .forEach(sentence -> text.append("- ").append(sentence).append('\n'));
            text.append('\n');
        }
        return text.toString();
    }

    private String chapter(final GridSection section) {
        final SweepResults own = results.section(section.name());
        final List<Point> points = own.ownPoints();
        final StringBuilder text = new StringBuilder();
        text.append("## ")
                .append(section.name().isEmpty() ? "The points" : section.name())
                .append("\n\n");
        text.append("With ").append(fixed(section)).append(".\n\n");
        if (points.size() > 1 && own.points().get(0).at("/result/answer").size() > 0) {
            text.append(plot(
                    own,
                    points,
                    "RPCs a second",
                    "thousand RPCs/s",
                    s -> s.get("rpcPerSecond").asDouble() / 1e3));
            text.append(plot(own, points, "Set-up and tear-down of a connection", "us", StudyPage::connectionMicros));
        }
        text.append(HEADINGS);
        for (int i = 0; i < points.size(); i++) {
            for (final JsonNode strategy : own.points().get(i).at("/result/strategies")) {
                text.append(row(values(points.get(i)), strategy));
            }
        }
        return text.append('\n').append(answers(PairSummary.all(own), "####")).toString();
    }

    private static String fixed(final GridSection section) {
        final String settings = section.settings().entrySet().stream()
                .filter(setting ->
                        setting.getValue().size() == 1 && !setting.getKey().equals("strategy"))
                .map(setting -> setting.getKey() + " " + setting.getValue().get(0))
                .collect(Collectors.joining(", "));
        final String varied = String.join(", ", section.varied());
        return (settings.isEmpty() ? "all else as it is by default" : settings)
                + (varied.isEmpty() ? "" : "; varied: " + varied);
    }

    private static double connectionMicros(final JsonNode strategy) {
        return (strategy.get("setupNanos").asLong()
                        + strategy.get("teardownNanos").asLong())
                / 1e3;
    }

    private static String plot(
            final SweepResults results,
            final List<Point> points,
            final String title,
            final String unit,
            final ToDoubleFunction<JsonNode> figure) {
        final List<String> bars = new ArrayList<>();
        final List<String> line = new ArrayList<>();
        double most = 0;
        for (final JsonNode point : results.points()) {
            final JsonNode pair = point.at("/result/answer/0");
            for (final JsonNode strategy : point.at("/result/strategies")) {
                final double value = figure.applyAsDouble(strategy);
                if (strategy.get("name").equals(pair.get("baseline"))) {
                    bars.add(format("%.2f", value));
                    most = Math.max(most, value);
                } else if (strategy.get("name").equals(pair.get("strategy"))) {
                    line.add(format("%.2f", value));
                    most = Math.max(most, value);
                }
            }
        }
        return "```mermaid\nxychart-beta\n    title \"" + title + "\"\n    x-axis \""
                + String.join(", ", points.get(0).varied())
                + "\" "
                + points.stream().map(point -> '"' + values(point) + '"').toList() + "\n    y-axis \"" + unit
                + "\" 0 --> " + format("%.2f", most * 1.1) + "\n    bar " + bars + "\n    line " + line + "\n```\n\n";
    }

    private static String values(final Point point) {
        return point.varied().stream().map(point.settings()::get).collect(Collectors.joining(" "));
    }

    private static String row(final String point, final JsonNode strategy) {
        final double rpcs = strategy.get("messages").asLong() / 2.0;
        return format(
                "| %s | %s | %,d | %,.2f | %,.2f | %.3f | %,.2f | %,.2f | %,.0f | %,.1f |\n",
                point,
                strategy.get("name").asText(),
                strategy.get("mappings").asLong(),
                strategy.get("setupNanos").asLong() / 1e3,
                strategy.get("teardownNanos").asLong() / 1e3,
                strategy.get("iotlbMisses").asLong() / rpcs,
                strategy.at("/latencyNanos/p50").asLong() / 1e3,
                strategy.at("/latencyNanos/p99").asLong() / 1e3,
                strategy.get("rpcPerSecond").asDouble(),
                strategy.get("bytesMapped").asLong() / 1e6);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
