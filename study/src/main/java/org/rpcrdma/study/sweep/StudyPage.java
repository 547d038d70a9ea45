// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.console.InputException;

/**
 * Results as Markdown: a text whose places are filled.
 *
 * <pre>
 *   ${repeat}            the command that writes the page
 *   ${points}            how many comparisons it is made of
 *   ${runs}              how many runs these are: a run a strategy and seed
 *   ${answer}            the first section's answer in words
 *   ${chapter SECTION}   a table of a section's points; without a name of a grid that has no sections
 *   ${chapters}          all sections, each with its heading
 *   ${moved ...}         what sensitivity says, see {@link MovedAnswer}
 *   ${SECTION | VALUES | STRATEGY | FIELD}    a figure, see {@link PageFigures}
 * </pre>
 */
final class StudyPage {
    private static final String HEADINGS = "| | strategy | mappings a connection | coming and going, us"
            + " | Receive buffers' part, us | an RPC, us | IOTLB misses an RPC | connections/s at most | limited by"
            + " | mapped a connection, KB |\n|---|---|--:|--:|--:|--:|--:|--:|---|--:|\n";
    private static final double MICROS = 1e-3;
    private static final String SATURATED = "\\*";
    private static final String CHAPTER = "chapter";
    private final SweepResults results;
    private final String repeat;
    private final MovedAnswer moved;

    /**
     * Of results.
     *
     * @param moved  what sensitivity says.
     * @param repeat the command that writes the page, in a sentence.
     */
    StudyPage(final SweepResults results, final MovedAnswer moved, final String repeat) {
        this.results = results;
        this.moved = moved;
        this.repeat = repeat;
    }

    /** Returns a text with its places filled. */
    String text(final String template) {
        final PageFigures figures = new PageFigures(results);
        return Template.filled(template, place -> place.indexOf('|') >= 0 ? figures.text(place) : part(place.strip()));
    }

    private String part(final String place) {
        if (place.equals(CHAPTER) || place.startsWith(CHAPTER + " ")) {
            return chapter(sectionOf(place.substring(CHAPTER.length()).strip()));
        }
        if (place.startsWith(MovedAnswer.PLACE)) {
            return moved.text(place);
        }
        return switch (place) {
            case "repeat" -> repeat;
            case "runs" ->
                String.format(
                        Locale.ROOT,
                        "%,d",
                        results.points().stream()
                                .map(point -> point.get("result"))
                                .mapToInt(result -> result.get("strategies").size()
                                        * result.get("seeds").asInt())
                                .sum());
            case "points" -> Integer.toString(results.points().size());
            case "answer" -> answers(results.answers());
            case "chapters" -> chapters();
            default ->
                throw new InputException("a page has no such place: ${" + place
                        + "}; it knows repeat, points, runs, answer, chapters, chapter SECTION and section | values |"
                        + " strategy | field");
        };
    }

    private GridSection sectionOf(final String name) {
        return results.grid().sections().stream()
                .filter(section -> section.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("the grid has no such section: ${" + CHAPTER + " " + name + "}"));
    }

    private String chapters() {
        final StringBuilder text = new StringBuilder();
        for (final GridSection section : results.grid().sections()) {
            text.append("## ")
                    .append(section.name().isEmpty() ? "The points" : section.name())
                    .append("\n\n");
            text.append(chapter(section)).append('\n');
        }
        return text.toString();
    }

    private static String answers(final List<PairSummary> answers) {
        final StringBuilder text = new StringBuilder();
        for (final PairSummary answer : answers) {
            text.append("### ").append(answer.title()).append("\n\n");
            answer.sentences()
                    .forEach(sentence -> text.append("- ").append(sentence).append('\n'));
            text.append('\n');
        }
        return text.toString();
    }

    /** Returns a section's settings and its table: a row a point and strategy. */
    private String chapter(final GridSection section) {
        final SweepResults own = results.section(section.name());
        final List<Point> points = own.ownPoints();
        final StringBuilder text = new StringBuilder();
        text.append("With ").append(fixed(section)).append(".\n\n").append(HEADINGS);
        String baseline = "";
        boolean isSaturated = false;
        for (int i = 0; i < points.size(); i++) {
            final JsonNode result = own.points().get(i).get("result");
            for (final JsonNode strategy : result.get("strategies")) {
                final String figures = figures(result, strategy);
                final boolean isFirst = strategy == result.get("strategies").get(0);
                if (!isFirst || !figures.equals(baseline)) {
                    text.append("| ")
                            .append(values(points.get(i)))
                            .append(" | ")
                            .append(figures);
                    isSaturated |= isSaturated(strategy);
                }
                baseline = isFirst ? figures : baseline;
            }
        }
        return text + (isSaturated ? "\n" + SATURATED + ": saturated, so that waits are in the figures.\n" : "");
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

    private static String values(final Point point) {
        return point.varied().stream().map(point.settings()::get).collect(Collectors.joining(" "));
    }

    private static boolean isSaturated(final JsonNode strategy) {
        return strategy.at("/load/saturated").asBoolean();
    }

    private static String figures(final JsonNode result, final JsonNode strategy) {
        final double connections = result.get("connections").asDouble();
        final double rpcs = connections * result.get("rpcs").asDouble();
        return String.join(
                " | ",
                strategy.get("name").asText() + (isSaturated(strategy) ? " " + SATURATED : ""),
                cell("%,.1f", strategy.at("/mappings"), 1 / connections),
                cell("%,.2f", strategy.at("/connectionNanos/total"), MICROS),
                cell("%,.2f", strategy.at("/connectionNanos/receiveBuffers/total"), MICROS),
                cell("%,.3f", strategy.at("/rpcNanos/total"), MICROS),
                cell("%,.3f", strategy.at("/iotlbMisses"), 1 / rpcs),
                cell("%,.0f", strategy.at("/capacity/connectionsPerSecond"), 1),
                strategy.at("/capacity/limit").asText(),
                cell("%,.0f", strategy.at("/bytesMapped"), 1 / connections / 1024) + " |\n");
    }

    /** Returns a figure: its median over the seeds, and its range if that shows. */
    private static String cell(final String format, final JsonNode figure, final double unit) {
        if (!figure.has("median")) {
            return format(format, figure.asDouble() * unit);
        }
        final String low = format(format, figure.get("low").asDouble() * unit);
        final String high = format(format, figure.get("high").asDouble() * unit);
        final String median = format(format, figure.get("median").asDouble() * unit);
        return low.equals(high) ? median : median + " (" + low + " to " + high + ")";
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
