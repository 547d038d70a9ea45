// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rpcrdma.bench.pinning.PinningRow.Micros;
import org.rpcrdma.bench.plot.Svg;
import org.rpcrdma.bench.plot.Svg.Anchor;

/**
 * Plots registration and deregistration times against the size, side by side and on logarithmic axes. Each combination
 * of page size, threads and pool has one line through the medians, with bars for the middle 90 %.
 */
public final class PinningPlot {
    private static final List<String> COLOURS = List.of("blue", "green", "purple", "red");

    /** The maximum number of lines. Each line needs its own colour. */
    public static final int MOST_LINES = COLOURS.size();

    private static final int WIDTH = 960;
    private static final int TOP = 112;
    private static final int PANEL_WIDTH = 400;
    private static final int PANEL_HEIGHT = 300;
    private static final int LEFT = 60;
    private static final int GAP = 70;
    private static final int FOOT = 36;
    private static final int LEGEND = 225;
    private static final int DOT = 4;
    private static final int MARGIN = 20;
    private static final double LEAST = 0.001;

    private final PinningResult result;
    private final Map<String, List<PinningRow>> lines = new LinkedHashMap<>();
    private final int[] sizes;
    private final int lowest;
    private final int highest;

    /**
     * Prepares a plot.
     *
     * @param result one or more rows, with at most {@value #MOST_LINES} combinations.
     */
    public PinningPlot(final PinningResult result) {
        this.result = result;
        result.rows()
                .forEach(row -> lines.computeIfAbsent(name(row), name -> new ArrayList<>())
                        .add(row));
        sizes = result.rows().stream()
                .mapToInt(PinningRow::bytes)
                .distinct()
                .sorted()
                .toArray();
        lowest = (int) Math.floor(Math.log10(all(Micros::p5).min().orElseThrow()));
        highest = Math.max(
                lowest + 1, (int) Math.ceil(Math.log10(all(Micros::p95).max().orElseThrow())));
    }

    /** Returns one bound of every row's times. A time of 0 is drawn as one nanosecond. */
    private DoubleStream all(final ToDoubleFunction<Micros> bound) {
        return result.rows().stream()
                .flatMap(row -> Stream.of(row.registerMicros(), row.deregisterMicros()))
                .mapToDouble(micros -> Math.max(LEAST, bound.applyAsDouble(micros)));
    }

    /** Returns the name of a row's line, which consists of the settings that all rows of the line share. */
    static String name(final PinningRow row) {
        return row.pool() + ", " + row.threads() + (row.threads() == 1 ? " thread" : " threads") + ", "
                + PinningTable.size(row.pageSize()) + " pages";
    }

    /** Returns the plot as SVG. */
    public String svg() {
        final String title = "Registration of memory: microseconds by size";
        final Svg svg = new Svg(WIDTH, TOP + PANEL_HEIGHT + FOOT, title);
        svg.text("title strong", 12, 28, Anchor.START, title);
        svg.text("faint", 12, 50, Anchor.START, subtitle());
        int number = 0;
        for (final String name : lines.keySet()) {
            final int x = 12 + LEGEND * number;
            svg.circle(COLOURS.get(number++), x + DOT, 68, DOT);
            svg.text("small", x + 4 * DOT, 72, Anchor.START, name);
        }
        panel(svg, "registration", LEFT, PinningRow::registerMicros);
        panel(svg, "deregistration", LEFT + PANEL_WIDTH + GAP, PinningRow::deregisterMicros);
        return svg.file();
    }

    private String subtitle() {
        return "device " + result.device()
                + (result.isVirtualTime()
                        ? ", virtual time of the cost model " + result.machine()
                                + "; bars span 90 % of the draws of its costs"
                        : ", real time; bars span 90 % of the calls");
    }

    private void panel(final Svg svg, final String title, final int left, final Function<PinningRow, Micros> times) {
        svg.text("strong", left, TOP - 8, Anchor.START, title);
        for (int power = lowest; power <= highest; power++) {
            final double y = y(Math.pow(10, power));
            svg.line("grid", left, y, left + PANEL_WIDTH, y);
            svg.text("small faint", left - 6, y + 4, Anchor.END, mark(power));
        }
        for (final int size : sizes) {
            svg.text("small faint", x(left, size), TOP + PANEL_HEIGHT + 18, Anchor.MIDDLE, PinningTable.size(size));
        }
        int number = 0;
        for (final List<PinningRow> rows : lines.values()) {
            draw(svg, COLOURS.get(number++), left, rows, times);
        }
    }

    private void draw(
            final Svg svg,
            final String colour,
            final int left,
            final List<PinningRow> rows,
            final Function<PinningRow, Micros> times) {
        PinningRow before = null;
        for (final PinningRow row : rows) {
            final Micros micros = times.apply(row);
            final double x = x(left, row.bytes());
            svg.line("line-" + colour, x, y(micros.p5()), x, y(micros.p95()));
            svg.circle(colour, x, y(micros.median()), DOT);
            if (before != null) {
                final double earlier = y(times.apply(before).median());
                svg.line("wide line-" + colour, x(left, before.bytes()), earlier, x, y(micros.median()));
            }
            before = row;
        }
    }

    private static String mark(final int power) {
        return power < 0
                ? String.format(Locale.ROOT, "%." + -power + "f", Math.pow(10, power))
                : String.format(Locale.ROOT, "%,.0f", Math.pow(10, power));
    }

    private double x(final int left, final int size) {
        final double least = Math.log(sizes[0]);
        final double most = Math.log(sizes[sizes.length - 1]);
        return left
                + MARGIN
                + (most == least ? 0.5 : (Math.log(size) - least) / (most - least)) * (PANEL_WIDTH - 2 * MARGIN);
    }

    private double y(final double micros) {
        final double part = (Math.log10(Math.max(LEAST, micros)) - lowest) / (highest - lowest);
        return TOP + (1 - part) * PANEL_HEIGHT;
    }
}
