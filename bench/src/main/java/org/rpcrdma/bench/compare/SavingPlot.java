// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.rpcrdma.bench.compare.SpreadText.format;

import java.util.List;
import org.rpcrdma.bench.plot.Svg;
import org.rpcrdma.bench.plot.Svg.Anchor;

/**
 * Draws a comparison's savings as a picture. Each strategy has a band that spans the 90 % interval, with a mark at the
 * median, and all bands share one scale. The numbers are the same as in {@link ComparisonSummary}.
 */
public final class SavingPlot {
    private static final double MICRO = 1e3;
    private static final double PERCENT = 100;
    private static final int WIDTH = 880;
    private static final int NAMES = 210;
    private static final int LEFT = 225;
    private static final int RIGHT = 640;
    private static final int NUMBERS = 655;
    private static final int TOP = 112;
    private static final int ROW = 40;
    private static final int BAND = 14;
    private static final int FOOT = 46;
    private static final int MOST_MARKS = 8;
    /** The colour of a strategy whose whole interval is a saving; other colours mark losses and unclear results. */
    private static final String SAVES = "green";

    private static final String LOSES = "red";
    private static final String EITHER = "blue";

    private final Comparison comparison;
    private final ComparisonResult result;
    private final double low;
    private final double high;
    private final double step;

    public SavingPlot(final Comparison comparison, final ComparisonResult result) {
        this.comparison = comparison;
        this.result = result;
        final List<Spread> all = result.answer().stream().map(SavingPlot::saved).toList();
        final double least =
                Math.min(0, all.stream().mapToDouble(Spread::low).min().orElse(0));
        final double most =
                Math.max(0, all.stream().mapToDouble(Spread::high).max().orElse(0));
        step = step((most - least) / MICRO);
        low = Math.floor(least / MICRO / step) * step;
        high = Math.max(low + step, Math.ceil(most / MICRO / step) * step);
    }

    private static Spread saved(final Savings answer) {
        return answer.times().connectionNanosSaved();
    }

    /** Returns the distance between two ticks in microseconds: 1, 2 or 5 times a power of ten. */
    private static double step(final double range) {
        double unit = 0.001;
        while (true) {
            for (final int factor : new int[] {1, 2, 5}) {
                if (range <= unit * factor * MOST_MARKS) {
                    return unit * factor;
                }
            }
            unit *= 10;
        }
    }

    /** Returns the picture as SVG. */
    public String svg() {
        final ComparisonHeading heading = new ComparisonHeading(comparison, result);
        final int bottom = TOP + ROW * result.answer().size();
        final String title = "CPU time saved on a connection's set-up and tear-down, us";
        final Svg svg = new Svg(WIDTH, bottom + FOOT, title);
        svg.text("title strong", 12, 28, Anchor.START, title);
        svg.text("faint", 12, 50, Anchor.START, heading.calls());
        svg.text("faint", 12, 70, Anchor.START, heading.hosts());
        for (double mark = low; mark <= high + step / 2; mark += step) {
            final boolean isZero = Math.abs(mark) < step / 2;
            svg.line(isZero ? "dashed" : "grid", x(mark), TOP - 8, x(mark), bottom);
            svg.text("small faint", x(mark), TOP - 14, Anchor.MIDDLE, number(isZero ? 0 : mark));
        }
        for (int i = 0; i < result.answer().size(); i++) {
            row(svg, result.answer().get(i), TOP + i * ROW + ROW / 2);
        }
        svg.text(
                "small faint",
                12,
                bottom + FOOT - 14,
                Anchor.START,
                format(
                        "Medians of %d draws of all uncertain costs; bands span 90 %% of the draws. Left of 0, a"
                                + " strategy costs more.",
                        Draws.COUNT));
        return svg.file();
    }

    private void row(final Svg svg, final Savings answer, final int y) {
        final Spread nanos = saved(answer);
        final String colour = nanos.low() > 0 ? SAVES : nanos.high() < 0 ? LOSES : EITHER;
        final double from = x(nanos.low() / MICRO);
        final double to = x(nanos.high() / MICRO);
        svg.text("", NAMES, y, Anchor.END, answer.strategy());
        svg.text("small faint", NAMES, y + 14, Anchor.END, "instead of " + answer.baseline());
        svg.rectangle(colour + " band", from, y - BAND / 2.0, Math.max(1, to - from), BAND);
        svg.line("wide line-" + colour, from, y - BAND / 2.0, from, y + BAND / 2.0);
        svg.line("wide line-" + colour, to, y - BAND / 2.0, to, y + BAND / 2.0);
        svg.circle(colour, x(nanos.median() / MICRO), y, BAND / 2.0);
        svg.text(
                "strong",
                NUMBERS,
                y,
                Anchor.START,
                format(
                        "%s us, %.0f %%",
                        number(nanos.median() / MICRO),
                        answer.times().connectionShareSaved().median() * PERCENT));
        svg.text(
                "small faint",
                NUMBERS,
                y + 14,
                Anchor.START,
                number(nanos.low() / MICRO) + " to " + number(nanos.high() / MICRO) + " us");
    }

    /** Formats a number, with decimals only if the scale needs them. Negative zero becomes zero. */
    private String number(final double micros) {
        final int digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
        final String text = format("%,." + digits + "f", micros);
        return text.matches("-[0.]+") ? text.substring(1) : text;
    }

    private double x(final double micros) {
        return LEFT + (micros - low) / (high - low) * (RIGHT - LEFT);
    }
}
