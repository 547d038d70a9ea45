// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.study.calibration.CalibrationResult.Point;

/** Prints the result of {@code calibrate} for a terminal. */
public final class CalibrationReport {
    private static final double PERCENT = 100;
    private static final double THOUSAND = 1000;
    private static final int DIGITS = 4;

    private CalibrationReport() {}

    public static void print(final PrintWriter out, final CalibrationResult result) {
        WrappedText.sentence(out, "Published figures and the cost model's; modelled figures are virtual time.");
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
        printWorst(out, "points", result.points(false).toList(), result.worstError());
        if (result.worstHeldOutError() != null) {
            printWorst(
                    out,
                    "points to which nothing was fitted",
                    result.points(true).toList(),
                    result.worstHeldOutError());
        }
        sentence(
                out,
                "%d of %d points were measured on the machine of %s, the default of compare",
                result.studyPoints(),
                result.points().size(),
                result.studyMachine());
        if (result.kernel() != null) {
            printKernel(out, result.kernel());
            printReceiveForms(out, result.receiveForms());
        }
        if (result.negativeControl() != null) {
            print(out, result.negativeControl());
        }
    }

    private static void printKernel(final PrintWriter out, final List<KernelForm> forms) {
        out.println();
        sentence(
                out,
                "Linux's NFS server (traced) and machine instructions: us per connection, 1,000 instructions per us");
        final TextTable table = new TextTable();
        table.row("  IOMMU, buffers, form", List.of("all", "modelled", "error", "Receive", "modelled", "error"));
        String trace = "";
        for (final KernelForm form : forms) {
            if (!trace.equals(form.trace())) {
                trace = form.trace();
                table.heading("  Linux " + form.kernel() + ", trace: " + trace);
            }
            table.row(
                    "  " + form.iommu() + ", " + form.buffers() + ", " + form.form(),
                    List.of(
                            rounded(form.traced()),
                            rounded(form.modelled()),
                            error(form.traced(), form.modelled()),
                            rounded(form.tracedReceive()),
                            rounded(form.modelledReceive()),
                            error(form.tracedReceive(), form.modelledReceive())));
        }
        table.print(out);
        sentence(
                out,
                "%d rows, worst error %.1f %%. The parameters that calibrate --parameters --machine instructions calls "
                        + "fitted were fitted to these rows; the counts come from the model.",
                forms.size(),
                PERCENT * forms.stream().mapToDouble(KernelForm::error).max().orElse(0));
    }

    private static void printReceiveForms(final PrintWriter out, final List<ReceiveForm> forms) {
        out.println();
        sentence(
                out,
                "Linux 7.3, kernel-forms: Receive buffers of a connection in us, 1,000 instructions per us, and "
                        + "machine instructions with the costs of that Linux");
        final TextTable table = new TextTable();
        table.row("  IOMMU, buffers, form", List.of("Receive", "modelled", "error"));
        for (final ReceiveForm form : forms) {
            table.row(
                    "  " + form.iommu() + ", " + form.buffers() + ", " + form.form(),
                    List.of(rounded(form.traced()), rounded(form.modelled()), error(form.traced(), form.modelled())));
        }
        table.print(out);
        sentence(
                out,
                "%d rows, worst error %.1f %%",
                forms.size(),
                PERCENT * forms.stream().mapToDouble(ReceiveForm::error).max().orElse(0));
    }

    private static String error(final double published, final double modelled) {
        return String.format(Locale.ROOT, "%+.1f %%", (modelled / published - 1) * PERCENT);
    }

    private static void printWorst(
            final PrintWriter out, final String what, final List<Point> points, final double worst) {
        final long off = points.stream().filter(Point::isOff).count();
        sentence(
                out,
                "%d %s, worst error %.1f %%; %s",
                points.size(),
                what,
                worst * PERCENT,
                off == 0 ? "all within 10 %" : off + " beyond 10 %, marked with *");
    }

    private static boolean isOfOneCurve(final Point one, final Point other) {
        return one.experiment().equals(other.experiment())
                && one.machine().equals(other.machine())
                && Objects.equals(one.hardware(), other.hardware())
                && one.heldOut() == other.heldOut();
    }

    private static void addHeading(final TextTable table, final Point point) {
        table.heading("");
        table.heading(point.experiment() + ", " + point.unit() + ", machine " + point.machine()
                + (point.hardware() == null ? "" : ", measured on " + point.hardware())
                + (point.heldOut() ? ", held out" : ""));
        table.row("  x", List.of("published", "modelled", "error"));
    }

    private static void addPoint(final TextTable table, final Point point) {
        final List<String> figures = List.of(
                TextTable.number(point.published()),
                rounded(point.modelled()),
                error(point.published(), point.modelled()));
        table.row("  " + TextTable.number(point.x()), point.isOff() ? marked(figures) : figures);
    }

    private static List<String> marked(final List<String> figures) {
        return Stream.concat(figures.stream(), Stream.of("*")).toList();
    }

    private static void print(final PrintWriter out, final NegativeControl control) {
        out.println();
        sentence(
                out,
                "Control: %.1f GiB/s in operations of %d KB offered to %d processors, machine %s. This is a "
                        + "prediction: nothing was fitted to it.",
                NegativeControl.OFFERED,
                NegativeControl.BYTES >> 10,
                NegativeControl.PROCESSORS,
                NegativeControl.PRESET);
        final TextTable table = new TextTable();
        table.row(
                "  " + NegativeControl.BYTES / 1024 + " KB are allocated for each",
                List.of("published", "predicted", "error"));
        addPrediction(table, "  carried, GiB/s", control.carriedPublished(), control.carriedPredicted());
        addPrediction(
                table,
                "  carried in allocations of 32 KB, order 3",
                control.order3Published(),
                control.order3Predicted());
        addPrediction(
                table,
                "  maximum allocations/s, thousands",
                control.allocationsPublished() / THOUSAND,
                control.allocationsPredicted() / THOUSAND);
        table.print(out);
        WrappedText.sentence(out, verdict(control));
        if (Math.abs(control.order3Predicted() / control.order3Published() - 1) > CalibrationResult.TARGET) {
            WrappedText.sentence(
                    out,
                    "Order 3 is unexplained: the model allocates and frees such blocks without the zone lock; "
                            + "svcrdma's maintainer suspected the release side.");
        }
    }

    private static void addPrediction(
            final TextTable table, final String label, final double published, final double predicted) {
        table.row(label, List.of(TextTable.number(published), rounded(predicted), error(published, predicted)));
    }

    private static String verdict(final NegativeControl control) {
        final double factor = control.allocationsPredicted() / control.allocationsPublished();
        if (Math.abs(factor - 1) <= CalibrationResult.TARGET) {
            return "The prediction holds.";
        }
        return String.format(
                Locale.ROOT,
                "The prediction misses by a factor of %.1f: the lock was fitted to a machine of 4 cores.",
                Math.max(factor, 1 / factor));
    }

    /** Formats a value with four significant digits. Digits before the decimal point are never rounded. */
    private static String rounded(final double value) {
        final int before = value < 1 ? 1 : (int) Math.log10(value) + 1;
        return String.format(Locale.ROOT, "%." + Math.max(0, DIGITS - before) + "f", value);
    }

    private static void sentence(final PrintWriter out, final String format, final Object... values) {
        WrappedText.sentence(out, String.format(Locale.ROOT, format, values));
    }
}
