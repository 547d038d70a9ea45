// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.calibration;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.rpcrdma.bench.calibration.CalibrationResult.Point;
import org.rpcrdma.bench.console.TextTable;

/** Prints the result of {@code calibrate} for a terminal. */
public final class CalibrationReport {
    private static final double PERCENT = 100;
    private static final int DIGITS = 4;

    private CalibrationReport() {}

    public static void print(final PrintWriter out, final CalibrationResult result) {
        out.println("Published figures beside those of the cost model; modelled figures are virtual time.");
        final TextTable table = new TextTable();
        Point before = null;
        for (final Point point : result.points()) {
            if (before == null || !isOfOneCurve(before, point)) {
                addHeading(table, point);
            }
            addPoint(table, point);
            before = point;
        }
        table.print(out);
        out.println();
        final long off = result.points().stream().filter(Point::isOff).count();
        out.printf(
                Locale.ROOT,
                "%d points, worst error %.1f %%; %s%n",
                result.points().size(),
                result.worstError() * PERCENT,
                off == 0 ? "all within 10 %" : off + " beyond 10 %, marked with *");
        if (result.negativeControl() != null) {
            print(out, result.negativeControl());
        }
    }

    private static boolean isOfOneCurve(final Point one, final Point other) {
        return one.experiment().equals(other.experiment()) && one.preset().equals(other.preset());
    }

    private static void addHeading(final TextTable table, final Point point) {
        table.heading("");
        table.heading(point.experiment() + ", " + point.unit() + ", preset " + point.preset());
        table.row("  x", List.of("published", "modelled", "error"));
    }

    private static void addPoint(final TextTable table, final Point point) {
        final String error =
                String.format(Locale.ROOT, "%+.1f %%", (point.modelled() / point.published() - 1) * PERCENT);
        final List<String> figures = List.of(TextTable.number(point.published()), rounded(point.modelled()), error);
        table.row("  " + TextTable.number(point.x()), point.isOff() ? marked(figures) : figures);
    }

    private static List<String> marked(final List<String> figures) {
        return Stream.concat(figures.stream(), Stream.of("*")).toList();
    }

    private static void print(final PrintWriter out, final NegativeControl control) {
        out.println();
        out.println("Negative control: 73.9 GiB/s in operations of 64 KB, offered to 128 processors; GiB/s, preset "
                + NegativeControl.PRESET);
        final TextTable table = new TextTable();
        table.row("  a shard", List.of("published", "modelled"));
        table.row(
                "  kept by each connection",
                List.of(TextTable.number(control.keptPublished()), rounded(control.keptModelled())));
        table.row(
                "  allocated and mapped for each operation",
                List.of(TextTable.number(control.perOperationPublished()), rounded(control.perOperationModelled())));
        table.print(out);
        out.println(
                control.loss() > 0
                        ? String.format(
                                Locale.ROOT,
                                "It holds: a shard for each operation loses %.0f %%.",
                                control.loss() * PERCENT)
                        : "It does not hold: a shard for each operation loses nothing.");
    }

    /** Four digits, as far as they are behind the point. */
    private static String rounded(final double value) {
        final int before = value < 1 ? 1 : (int) Math.log10(value) + 1;
        return String.format(Locale.ROOT, "%." + Math.max(0, DIGITS - before) + "f", value);
    }
}
