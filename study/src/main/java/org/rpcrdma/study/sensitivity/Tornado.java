// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.study.sweep.Template;

/**
 * Draws an answer's swings as a tornado: for each input a bar from the answer at its usual value to the answer at each
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

    private final AnswerSwings answer;
    private final List<Swing> swings;
    private final double least;
    private final double most;

    Tornado(final AnswerSwings answer) {
        this.answer = answer;
        this.swings =
                answer.swings().subList(0, Math.min(MOST_BARS, answer.swings().size()));
        this.least = Math.min(0, swings.stream().mapToDouble(Swing::least).min().orElse(0));
        this.most = Math.max(0, swings.stream().mapToDouble(Swing::most).max().orElse(0));
    }

    /** Returns it as an SVG element that may stand in a page. */
    String svg() {
        return svg("class=\"tornado\"", "", 0);
    }

    /**
     * Returns it as a file of its own.
     *
     * @param title which strategies it is about.
     */
    String file(final String title) throws IOException {
        final String heading =
                title + ": " + answer.answer().title() + ", " + answer.answer().unit();
        return svg(
                "xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" font-size=\"13\"",
                Template.resource("/sensitivity/tornado.svg").replace("${heading}", Template.escaped(heading)),
                TITLE);
    }

    /**
     * Returns it with attributes of its own, and, above it, a head of a height.
     */
    private String svg(final String attributes, final String head, final int above) {
        final int height = HEAD + ROW * swings.size() + 8;
        final StringBuilder svg = new StringBuilder();
        svg.append(format(
                "<svg %s viewBox=\"0 %d %d %d\" role=\"img\" aria-label=\"%s\">\n",
                attributes,
                -above,
                WIDTH,
                height + above,
                Template.escaped(answer.answer().title())));
        svg.append(head);
        line(svg, "zero", x(0), height);
        line(svg, "usual", x(answer.value()), height);
        svg.append(text("value", x(answer.value()), 14, "middle", value(answer.value())));
        if (Math.abs(x(0) - x(answer.value())) > LEAST_GAP) {
            svg.append(text("value", x(0), 14, "middle", "0"));
        }
        for (int i = 0; i < swings.size(); i++) {
            row(svg, swings.get(i), HEAD + i * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(final StringBuilder svg, final Swing swing, final int top) {
        final Input input = swing.input();
        final int base = top + BAR - 3;
        svg.append(text(
                swing.turnsSign() ? "turns" : "name",
                LABELS - 10,
                base,
                "end",
                (input.name() + " " + Input.text(input.low()) + " .. " + Input.text(input.high()) + " " + input.unit())
                        .strip()));
        // If both ends lie on the same side, the shorter bar is drawn over the longer one.
        if (distance(swing.atLow()) > distance(swing.atHigh())) {
            bar(svg, "low", swing.atLow(), top);
            bar(svg, "high", swing.atHigh(), top);
        } else {
            bar(svg, "high", swing.atHigh(), top);
            bar(svg, "low", swing.atLow(), top);
        }
        svg.append(text("value", x(swing.least()) - 4, base, "end", value(swing.least())));
        svg.append(text("value", x(swing.most()) + 4, base, "start", value(swing.most())));
    }

    private double distance(final double value) {
        return Math.abs(value - answer.value());
    }

    private void bar(final StringBuilder svg, final String end, final double value, final int top) {
        final double from = Math.min(value, answer.value());
        final double to = Math.max(value, answer.value());
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
        return answer.answer().text(value);
    }

    private double x(final double value) {
        final double span = most - least;
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
