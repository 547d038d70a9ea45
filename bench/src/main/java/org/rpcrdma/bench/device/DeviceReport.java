// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.device.DeviceModel.CostFigure;
import org.rpcrdma.bench.device.DeviceModel.ProbeFigure;
import org.rpcrdma.bench.device.DeviceResult.StrategyResult;
import org.rpcrdma.bench.settings.MessageSizes;

/**
 * Prints a comparison on a device of the host as a table with one column per strategy. Measured times precede predicted
 * times.
 */
public final class DeviceReport {
    /** The text for a missing figure. */
    private static final String NONE = "-";

    private final DeviceResult result;
    private final List<StrategyResult> columns;
    private final TextTable table = new TextTable();

    public DeviceReport(final DeviceResult result) {
        this.result = result;
        columns = result.strategies().stream()
                .filter(strategy -> strategy.real() != null)
                .toList();
    }

    public void print(final PrintWriter out) {
        out.println(heading());
        probe().print(out);
        out.println(model());
        if (!columns.isEmpty()) {
            table.row("", columns.stream().map(StrategyResult::name).toList());
            table.heading("Real time, on " + result.hardware().device());
            figures(StrategyResult::real);
            table.heading("Virtual time, from this cost model, personality "
                    + result.hardware().personality());
            figures(StrategyResult::predicted);
            table.heading("Real by predicted");
            ratios();
            table.print(out);
        }
        for (final StrategyResult strategy : result.strategies()) {
            if (strategy.reason() != null) {
                out.println(strategy.name() + ": " + strategy.reason());
            }
        }
        result.notes().forEach(out::println);
    }

    private TextTable probe() {
        final TextTable primitives = new TextTable();
        primitives.row("Probe of the device, us", List.of("real", "model", "fits"));
        for (final ProbeFigure figure : result.model().probe()) {
            final String fitted = costs(cost -> cost.name().equals(figure.fits()));
            primitives.row(
                    "  " + figure.name(), List.of(micros(figure.realNanos()), micros(figure.modelNanos()), fitted));
        }
        return primitives;
    }

    private String model() {
        return "Cost model: machine " + result.hardware().machine() + ", IOMMU "
                + result.hardware().iommu() + ", fitted as above"
                + costs("; none in software: ", DeviceModel.ABSENT)
                + costs("; set: ", DeviceModel.SET);
    }

    private String costs(final String words, final String source) {
        final String costs = costs(cost -> cost.source().equals(source));
        return costs.isEmpty() ? "" : words + costs;
    }

    private String costs(final Predicate<CostFigure> which) {
        return result.model().costs().stream()
                .filter(which)
                .map(DeviceReport::cost)
                .collect(Collectors.joining(", "));
    }

    private static String cost(final CostFigure cost) {
        return format("%s = %s %s", cost.name(), number(cost.value()), cost.unit());
    }

    private void figures(final Function<StrategyResult, DeviceFigures> kind) {
        row(kind, "  registrations, all connections", f -> format("%,d", f.registrations()));
        row(kind, "  bytes registered", f -> format("%,d", f.bytesRegistered()));
        row(kind, "  bytes wasted", f -> format("%,d", f.bytesWasted()));
        row(kind, "  set-up per connection, us", f -> micros(f.setupNanos()));
        row(kind, "  tear-down per connection, us", f -> micros(f.teardownNanos()));
        row(kind, "  set-up of shared buffers, once, us", f -> shared(f.sharedSetupNanos()));
        row(kind, "  tear-down of shared buffers, us", f -> shared(f.sharedTeardownNanos()));
        row(kind, "  RPCs per second", f -> format("%,.0f", f.rpcPerSecond()));
        row(kind, "  latency p50, us", f -> micros(f.latencyNanos().p50()));
        row(kind, "  latency p99, us", f -> micros(f.latencyNanos().p99()));
        row(kind, "  latency p99.9, us", f -> micros(f.latencyNanos().p999()));
        row(kind, "  corruptions", f -> format("%,d", f.corruptions()));
    }

    private void row(
            final Function<StrategyResult, DeviceFigures> kind,
            final String label,
            final Function<DeviceFigures, String> cell) {
        cells(label, column -> kind.apply(column) == null ? NONE : cell.apply(kind.apply(column)));
    }

    private void ratios() {
        ratio("  set-up per connection", DeviceRatios::setup);
        ratio("  tear-down per connection", DeviceRatios::teardown);
        ratio("  both", DeviceRatios::setupAndTeardown);
        ratio("  set-up of shared buffers", DeviceRatios::sharedSetup);
        ratio("  tear-down of shared buffers", DeviceRatios::sharedTeardown);
        ratio("  RPCs per second", DeviceRatios::rpcPerSecond);
        ratio("  latency p50", DeviceRatios::latencyP50);
        ratio("  latency p99", DeviceRatios::latencyP99);
        ratio("  latency p99.9", DeviceRatios::latencyP999);
    }

    private void ratio(final String label, final Function<DeviceRatios, Double> of) {
        cells(label, column -> {
            final Double ratio = column.ratio() == null ? null : of.apply(column.ratio());
            return ratio == null ? NONE : format("%.2f", ratio);
        });
    }

    private void cells(final String label, final Function<StrategyResult, String> cell) {
        table.row(label, columns.stream().map(cell).toList());
    }

    private String heading() {
        final DeviceResult.Calls calls = result.calls();
        final DeviceResult.Buffers receives = result.receives();
        return format(
                "%s: echo of %s bytes: %,d RPCs per connection, %,d connection%s, %d credit%s, %d buffers of %,d bytes,"
                        + " shards of %,d, seed %d",
                result.hardware().device(),
                new MessageSizes(calls.sizes()),
                calls.rpcs(),
                calls.connections(),
                calls.connections() == 1 ? "" : "s",
                receives.credits(),
                receives.credits() == 1 ? "" : "s",
                receives.buffers(),
                receives.bufferSize(),
                receives.shardSize(),
                result.seed());
    }

    private static String shared(final long nanos) {
        return nanos == 0 ? NONE : micros(nanos);
    }

    private static String number(final double value) {
        return format(value == Math.rint(value) ? "%,.0f" : "%,.2f", value);
    }

    private static String micros(final long nanos) {
        return format("%,.2f", nanos / 1e3);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
