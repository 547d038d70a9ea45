// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.compare.CostEffects;
import org.rpcrdma.bench.plot.Svg;

/**
 * Draws the costs that affect a saving as a tornado chart. For each cost, a bar extends from the saving at the default
 * value to the saving at each end of the cost's range. The longest bar is at the top. Beyond the line at zero, the
 * other strategy is better.
 */
final class Tornado {
    /** The maximum number of bars. Shorter bars are omitted. */
    static final int MOST_BARS = 20;

    private static final int WIDTH = 960;
    private static final int LABELS = 330;
    private static final int MARGIN = 70;
    private static final int ROW = 26;
    private static final int BAR = 16;
    private static final int LEGEND = 34;
    private static final int TOP = 90;
    /** The minimum distance between two numbers. At a smaller distance they would overlap. */
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
     * Returns the chart as an SVG file.
     *
     * @param title the names of the two strategies.
     */
    String svg(final String title) {
        final int height = TOP + ROW * swings.size() + 8;
        final Svg svg = new Svg(WIDTH, height, answer.title());
        svg.text("strong", 12, 22, Svg.Anchor.START, title + ": " + answer.title() + ", " + answer.unit());
        svg.rectangle("brown", 12, LEGEND, 12, 12);
        svg.text("faint", 30, LEGEND + 11, Svg.Anchor.START, "at the low end of an input's range");
        svg.rectangle("blue", 262, LEGEND, 12, 12);
        svg.text(
                "faint",
                280,
                LEGEND + 11,
                Svg.Anchor.START,
                "at the high end; dashed: 0, beyond which the baseline is better");
        line(svg, "dashed", x(0), height);
        line(svg, "line", x(answer.usual()), height);
        final int numbers = TOP - 20;
        svg.text("value", x(answer.usual()), numbers, Svg.Anchor.MIDDLE, value(answer.usual()));
        if (Math.abs(x(0) - x(answer.usual())) > LEAST_GAP) {
            svg.text("value", x(0), numbers, Svg.Anchor.MIDDLE, "0");
        }
        for (int i = 0; i < swings.size(); i++) {
            row(svg, swings.get(i), TOP + i * ROW);
        }
        return svg.file();
    }

    private void row(final Svg svg, final CostEffects.Effect swing, final int top) {
        final int base = top + BAR - 3;
        svg.text(
                swing.turnsAt() != null ? "name strong" : "name",
                LABELS - 10,
                base,
                Svg.Anchor.END,
                (swing.name() + " " + SensitivityTable.text(swing.low()) + " .. " + SensitivityTable.text(swing.high())
                                + " " + swing.unit())
                        .strip());
        // If both ends are on the same side, the shorter bar is drawn over the longer bar.
        if (distance(swing.atLow()) > distance(swing.atHigh())) {
            bar(svg, "brown", swing.atLow(), top);
            bar(svg, "blue", swing.atHigh(), top);
        } else {
            bar(svg, "blue", swing.atHigh(), top);
            bar(svg, "brown", swing.atLow(), top);
        }
        svg.text("value", x(least(swing)) - 4, base, Svg.Anchor.END, value(least(swing)));
        svg.text("value", x(most(swing)) + 4, base, Svg.Anchor.START, value(most(swing)));
    }

    private double distance(final double value) {
        return Math.abs(value - answer.usual());
    }

    private void bar(final Svg svg, final String colour, final double value, final int top) {
        final double from = Math.min(value, answer.usual());
        final double to = Math.max(value, answer.usual());
        if (from < to) {
            svg.rectangle(colour, x(from), top, Math.max(0.5, x(to) - x(from)), BAR);
        }
    }

    private static void line(final Svg svg, final String kind, final double x, final int height) {
        svg.line(kind, x, TOP - 12, x, height);
    }

    private String value(final double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    private double x(final double value) {
        final double span = largest - least;
        final int room = WIDTH - LABELS - 2 * MARGIN;
        return LABELS + MARGIN + (span == 0 ? 0.5 : (value - least) / span) * room;
    }
}
