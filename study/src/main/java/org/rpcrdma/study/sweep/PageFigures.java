// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.console.InputException;

/**
 * The figures that a page's text quotes. A place of the text names one by four parts:
 *
 * <pre>
 *   Machines | intel lazy | shard-dma | setup.nanos
 *   section    the values   strategy    field of its result
 *              that the section varies, in its order
 *
 *   Machines | intel lazy | answer shard-dma | connection.saved.change     field of the answer about a strategy
 * </pre>
 *
 * <p>A saving or change of an answer that is 0 with some seeds, or has either sign, is quoted as no difference. A
 * figure that varies over seeds is quoted as its median, with its range in brackets. The field's name decides how a
 * number is written: as a time if {@code nanos} is in it, as memory with {@code bytes}, as a percentage with {@code
 * change} or {@code share}.
 */
final class PageFigures {
    private static final int PARTS = 4;
    private static final String ANSWER = "answer ";
    private static final String NO_DIFFERENCE = "no difference";
    private static final double PERCENT = 100;
    private static final double KILO = 1024;
    private final SweepResults results;

    PageFigures(final SweepResults results) {
        this.results = results;
    }

    /**
     * Returns a figure as text.
     *
     * @param place its four parts, between bars.
     * @throws InputException if the results have no such figure; says which part is unknown.
     */
    String text(final String place) {
        final List<String> parts =
                Arrays.stream(place.split("\\|")).map(String::strip).toList();
        if (parts.size() != PARTS) {
            throw new InputException("a place must be ${section | values | strategy | field}: ${" + place + "}");
        }
        final JsonNode figures = figures(result(parts.get(0), parts.get(1), place), parts.get(2), place);
        final JsonNode figure = figures.at("/" + parts.get(3).replace('.', '/'));
        if (figure.isMissingNode() || figure.isNull()) {
            throw unknown("field", parts.get(3), place);
        }
        return written(parts.get(3), figure);
    }

    private JsonNode result(final String section, final String values, final String place) {
        final List<Point> points = results.grid().points();
        for (final JsonNode line : results.points()) {
            final Point point = points.get(line.get("point").asInt() - 1);
            if (point.section().equals(section) && values(point).equals(values)) {
                return line.get("result");
            }
        }
        throw unknown("point", section + ": " + values, place);
    }

    private static String values(final Point point) {
        return point.varied().stream().map(point.settings()::get).collect(Collectors.joining(" "));
    }

    private static JsonNode figures(final JsonNode result, final String strategy, final String place) {
        if (strategy.isEmpty()) {
            return result;
        }
        final boolean isAnswer = strategy.startsWith(ANSWER);
        final String name = isAnswer ? strategy.substring(ANSWER.length()) : strategy;
        for (final JsonNode figures : result.get(isAnswer ? "answer" : "strategies")) {
            if (figures.get(isAnswer ? "strategy" : "name").asText().equals(name)) {
                return figures;
            }
        }
        throw unknown("strategy", strategy, place);
    }

    private static InputException unknown(final String what, final String value, final String place) {
        return new InputException("the results have no such " + what + ": " + value + ", in ${" + place + "}");
    }

    private static String written(final String field, final JsonNode figure) {
        if (!figure.has("median")) {
            if (isSaved(field) && figure.asDouble() == 0) {
                return NO_DIFFERENCE;
            }
            return figure.isNumber() ? amount(field, figure.asDouble()) : figure.asText();
        }
        if (isSaved(field)
                && figure.get("low").asDouble() <= 0
                && figure.get("high").asDouble() >= 0) {
            return NO_DIFFERENCE;
        }
        final String median = amount(field, figure.get("median").asDouble());
        final String low = amount(field, figure.get("low").asDouble());
        final String high = amount(field, figure.get("high").asDouble());
        return low.equals(high) ? median : median + " (" + low + " to " + high + ")";
    }

    private static boolean isSaved(final String field) {
        return field.endsWith("Saved") || field.endsWith("Change");
    }

    private static String amount(final String field, final double value) {
        final String name = field.toLowerCase(Locale.ROOT);
        if (name.contains("change") || name.contains("share")) {
            return format("%.1f %%", value * PERCENT);
        }
        if (name.contains("nanos")) {
            return time(value);
        }
        if (name.contains("bytes")) {
            return value < KILO * KILO ? format("%,.0f KB", value / KILO) : format("%,.1f MB", value / KILO / KILO);
        }
        return value == Math.rint(value) || value >= PERCENT ? format("%,.0f", value) : format("%.3f", value);
    }

    private static String time(final double nanos) {
        if (Math.abs(nanos) < 1e6) {
            return format("%,.2f us", nanos / 1e3);
        }
        return Math.abs(nanos) < 1e9 ? format("%,.2f ms", nanos / 1e6) : format("%,.2f s", nanos / 1e9);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
