// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.depth;

import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.plot.Svg;
import org.rpcrdma.bench.plot.Svg.Anchor;

/**
 * Plots the number of Receives per connection that a shared queue needs against the number of connections that share
 * it.
 */
public final class DepthPlot {
    private static final List<String> COLOURS = List.of("red", "green", "blue");
    private static final double[] SHARES = {1e-6, 1e-4, 1e-2};
    private static final int DOUBLINGS = 11;
    /** The factor that determines the space above the largest number and below the smallest. */
    private static final double ROOM = 1.5;

    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 60;
    private static final int RIGHT = 700;
    private static final int TOP = 96;
    private static final int BOTTOM = 340;

    private final DepthReport report;
    private final NeededReceives needed;
    private final double lowest;
    private final double highest;

    /** Prepares a capture's plot. */
    public DepthPlot(final DepthReport report, final CaptureLoad load) {
        this.report = report;
        needed = new NeededReceives(load);
        highest = Math.log10(ROOM * Math.max(report.credits(), perConnection(0)[0]));
        lowest = Math.log10(Math.min(perConnection(DOUBLINGS)[SHARES.length - 1], needed.mean()) / ROOM);
    }

    private double[] perConnection(final int doubling) {
        final int connections = 1 << doubling;
        final int[] receives = needed.receives(connections, SHARES);
        final double[] each = new double[receives.length];
        for (int i = 0; i < each.length; i++) {
            each[i] = (double) receives[i] / connections;
        }
        return each;
    }

    /** Returns the plot as an SVG file. */
    public String svg() {
        final String title = "Receives per connection in a shared queue, " + report.capture();
        final Svg svg = new Svg(WIDTH, HEIGHT, title);
        svg.text("title strong", 12, 28, Anchor.START, title);
        svg.text("faint", 12, 50, Anchor.START, "by the share of calls that find no Receive");
        for (int i = 0; i < SHARES.length; i++) {
            svg.circle(COLOURS.get(i), 16 + 150 * i, 70, 4);
            svg.text("small", 26 + 150 * i, 74, Anchor.START, String.format(Locale.ROOT, "1 in %,.0f", 1 / SHARES[i]));
        }
        axes(svg);
        lines(svg);
        return svg.file();
    }

    private void axes(final Svg svg) {
        for (int power = (int) Math.ceil(lowest); power <= highest; power++) {
            final double y = y(Math.pow(10, power));
            svg.line("grid", LEFT, y, RIGHT, y);
            svg.text("small faint", LEFT - 6, y + 4, Anchor.END, number(Math.pow(10, power)));
        }
        for (int doubling = 0; doubling <= DOUBLINGS; doubling++) {
            svg.text("small faint", x(doubling), BOTTOM + 18, Anchor.MIDDLE, number(1 << doubling));
        }
        svg.text("small faint", (LEFT + RIGHT) / 2.0, BOTTOM + 40, Anchor.MIDDLE, "connections that share a queue");
        mark(svg, report.credits(), "a Receive per credit: " + number(report.credits()));
        mark(svg, needed.mean(), String.format(Locale.ROOT, "mean in flight: %.2f", needed.mean()));
    }

    private void mark(final Svg svg, final double receives, final String words) {
        svg.line("dashed", LEFT, y(receives), RIGHT, y(receives));
        svg.text("small faint", LEFT + 4, y(receives) - 5, Anchor.START, words);
    }

    private void lines(final Svg svg) {
        double[] before = null;
        for (int doubling = 0; doubling <= DOUBLINGS; doubling++) {
            final double[] now = perConnection(doubling);
            for (int i = 0; i < now.length; i++) {
                svg.circle(COLOURS.get(i), x(doubling), y(now[i]), 3);
                if (before != null) {
                    svg.line("wide line-" + COLOURS.get(i), x(doubling - 1), y(before[i]), x(doubling), y(now[i]));
                }
            }
            before = now;
        }
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, value >= 1 ? "%,.0f" : "%.3g", value);
    }

    private static double x(final int doubling) {
        return LEFT + (RIGHT - LEFT) * (doubling + 0.5) / (DOUBLINGS + 1);
    }

    private double y(final double receives) {
        return BOTTOM - (BOTTOM - TOP) * (Math.log10(receives) - lowest) / (highest - lowest);
    }
}
