// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.compare.CostEffects;
import org.rpcrdma.study.sweep.Template;

/**
 * Draws what moves a saving as a tornado: for each cost a bar from the answer at its usual value to the answer at each
 * end of its range, the longest on top, beside a line at zero, where the better strategy is the other one.
 */
final class Tornado {
    /** Bars at most; the others are shorter than all of these. */
    static final int MOST_BARS = 20;

    private static final int WIDTH = 960;
    private static final int LABELS = 330;
    private static final int MARGIN = 70;
    private static final int ROW = 26;
    private static final int BAR = 16;
    private static final int HEAD = 34;
    private static final int TITLE = 56;
    /** Two numbers nearer to each other would overlap. */
    private static final int LEAST_GAP = 60;

    private final CostEffects answer;
    private final List<CostEffects.Effect> swings;
    private final double least;
    private final double largest;

    Tornado(final CostEffects answer) {
        this.answer = answer;
        swings = answer.effects().stream()
                .sorted(Comparator.comparingDouble(effect ->
                        Math.min(effect.atLow(), effect.atHigh()) - Math.max(effect.atLow(), effect.atHigh())))
                .limit(MOST_BARS)
                .toList();
        least = Math.min(0, swings.stream().mapToDouble(Tornado::least).min().orElse(0));
        largest = Math.max(0, swings.stream().mapToDouble(Tornado::most).max().orElse(0));
    }

    private static double least(final CostEffects.Effect effect) {
        return Math.min(effect.atLow(), effect.atHigh());
    }

    private static double most(final CostEffects.Effect effect) {
        return Math.max(effect.atLow(), effect.atHigh());
    }

    /**
     * Returns it as an SVG file.
     *
     * @param title which strategies it is about.
     */
    String svg(final String title) throws IOException {
        final String heading = title + ": " + answer.title() + ", " + answer.unit();
        final int height = HEAD + ROW * swings.size() + 8;
        final StringBuilder svg = new StringBuilder();
        svg.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" font-size=\"13\" viewBox=\"0 %d"
                        + " %d %d\" role=\"img\" aria-label=\"%s\">\n",
                -TITLE, WIDTH, height + TITLE, Template.escaped(answer.title())));
        svg.append(Template.resource("/sensitivity/tornado.svg").replace("${heading}", Template.escaped(heading)));
        line(svg, "zero", x(0), height);
        line(svg, "usual", x(answer.usual()), height);
        svg.append(text("value", x(answer.usual()), 14, "middle", value(answer.usual())));
        if (Math.abs(x(0) - x(answer.usual())) > LEAST_GAP) {
            svg.append(text("value", x(0), 14, "middle", "0"));
        }
        for (int i = 0; i < swings.size(); i++) {
            row(svg, swings.get(i), HEAD + i * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(final StringBuilder svg, final CostEffects.Effect swing, final int top) {
        final int base = top + BAR - 3;
        svg.append(text(
                swing.turnsAt() != null ? "turns" : "name",
                LABELS - 10,
                base,
                "end",
                (swing.name() + " " + SensitivityTable.text(swing.low()) + " .. " + SensitivityTable.text(swing.high())
                                + " " + swing.unit())
                        .strip()));
        // If both ends lie on the same side, the shorter bar is drawn over the longer one.
        if (distance(swing.atLow()) > distance(swing.atHigh())) {
            bar(svg, "low", swing.atLow(), top);
            bar(svg, "high", swing.atHigh(), top);
        } else {
            bar(svg, "high", swing.atHigh(), top);
            bar(svg, "low", swing.atLow(), top);
        }
        svg.append(text("value", x(least(swing)) - 4, base, "end", value(least(swing))));
        svg.append(text("value", x(most(swing)) + 4, base, "start", value(most(swing))));
    }

    private double distance(final double value) {
        return Math.abs(value - answer.usual());
    }

    private void bar(final StringBuilder svg, final String end, final double value, final int top) {
        final double from = Math.min(value, answer.usual());
        final double to = Math.max(value, answer.usual());
        if (from < to) {
            svg.append(format(
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
                    end, x(from), top, Math.max(0.5, x(to) - x(from)), BAR));
        }
    }

    private static void line(final StringBuilder svg, final String kind, final double x, final int height) {
        svg.append(format(
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n", kind, x, HEAD - 12, x, height));
    }

    private String value(final double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    private double x(final double value) {
        final double span = largest - least;
        final int room = WIDTH - LABELS - 2 * MARGIN;
        return LABELS + MARGIN + (span == 0 ? 0.5 : (value - least) / span) * room;
    }

    private static String text(
            final String kind, final double x, final double y, final String anchor, final String text) {
        return format(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
                kind, x, y, anchor, Template.escaped(text));
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
