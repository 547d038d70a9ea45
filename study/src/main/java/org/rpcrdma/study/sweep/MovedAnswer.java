// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.rpcrdma.bench.console.InputException;

/**
 * What {@code sensitivity} says of its first answer, for a page:
 *
 * <pre>
 *   ${moved value}      the answer, all inputs as usual
 *   ${moved from}       the least that one uncertain cost makes of it, if it does not turn its sign
 *   ${moved to}         the most
 *   ${moved inputs}     how many inputs are moved
 *   ${moved turned}     which of them turn its sign, and about where
 *   ${moved rows}       a row for each of those that move it most
 * </pre>
 */
final class MovedAnswer {
    static final String PLACE = "moved ";

    private static final int MOST_ROWS = 8;
    private static final String OPTION = "option";
    private static final String AT_LOW = "atLow";
    private static final String AT_HIGH = "atHigh";

    private final JsonNode result;
    private final JsonNode answer;

    /**
     * Of a result.
     *
     * @param result what {@code sensitivity --json} wrote; null if there is none.
     */
    MovedAnswer(final JsonNode result) {
        this.result = result;
        answer = result == null ? null : result.at("/answers/0");
    }

    /** Returns the text of a place. */
    String text(final String place) {
        if (answer == null || answer.isMissingNode()) {
            throw new InputException("a place needs --sensitivity: ${" + place + "}");
        }
        final String what = place.substring(PLACE.length());
        return switch (what) {
            case "value" -> number(answer.get("value").asDouble());
            case "from" ->
                number(steady().stream()
                        .mapToDouble(swing -> Math.min(at(swing, AT_LOW), at(swing, AT_HIGH)))
                        .min()
                        .orElseThrow());
            case "to" ->
                number(steady().stream()
                        .mapToDouble(swing -> Math.max(at(swing, AT_LOW), at(swing, AT_HIGH)))
                        .max()
                        .orElseThrow());
            case "inputs" -> result.get("moved").asText();
            case "turned" -> turned();
            case "rows" ->
                swings().stream().limit(MOST_ROWS).map(MovedAnswer::row).collect(Collectors.joining());
            default -> throw new InputException("a page has no such place: ${" + place + "}");
        };
    }

    private String turned() {
        final List<String> names = new ArrayList<>();
        swings().stream()
                .filter(swing -> swing.get("turnsSign").asBoolean())
                .forEach(swing -> names.add("`" + swing.get("input").asText() + "` at about " + zero(swing)));
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }

    /** Returns where the answer is zero if it changes evenly from the usual value to the end that turns it. */
    private String zero(final JsonNode swing) {
        final double usual = answer.get("value").asDouble();
        final boolean isHigh = usual * at(swing, AT_HIGH) < 0;
        final double from = swing.get("usual").asDouble();
        final double to = swing.get(isHigh ? "high" : "low").asDouble();
        final double there = at(swing, isHigh ? AT_HIGH : AT_LOW);
        final double zero = from + (to - from) * usual / (usual - there);
        return new BigDecimal(zero)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String row(final JsonNode swing) {
        return String.join(
                " | ",
                "| `" + swing.get("input").asText() + "`",
                (plain(swing.get("usual")) + " " + swing.get("unit").asText()).strip(),
                plain(swing.get("low")) + " to " + plain(swing.get("high")),
                number(at(swing, AT_LOW)),
                number(at(swing, AT_HIGH)) + " |\n");
    }

    private List<JsonNode> swings() {
        return StreamSupport.stream(answer.get("swings").spliterator(), false).toList();
    }

    /** Returns the costs of the model that do not turn the sign; options are what somebody chooses. */
    private List<JsonNode> steady() {
        return swings().stream()
                .filter(swing -> !swing.get("basis").asText().equals(OPTION)
                        && !swing.get("turnsSign").asBoolean())
                .toList();
    }

    private static double at(final JsonNode swing, final String end) {
        return swing.get(end).asDouble();
    }

    private static String plain(final JsonNode number) {
        return number.decimalValue().stripTrailingZeros().toPlainString();
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
