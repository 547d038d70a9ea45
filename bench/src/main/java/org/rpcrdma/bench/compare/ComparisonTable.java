// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.PrintWriter;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * Prints a comparison in full. The output begins with the savings and costs of each strategy, followed by a table with
 * one row per figure and one column per strategy, and finally the details. A figure that varies is printed with its
 * range over the seeds.
 */
public final class ComparisonTable {
    /** The smallest time that is not printed as 0.0. Rows that contain only smaller times are omitted. */
    private static final double LEAST_NANOS = 50;

    private static final double KILO = 1024;

    private final Comparison comparison;
    private final ComparisonSettings settings;
    private final double rpcs;
    private final ComparisonResult result;
    private final Draws draws;
    private final TextTable table = new TextTable();

    public ComparisonTable(final Comparison comparison, final ComparisonResult result) {
        this.comparison = comparison;
        this.settings = comparison.settings();
        this.rpcs = comparison.rpcs();
        this.result = result;
        draws = new Draws(settings.hardware().costs());
    }

    public void print(final PrintWriter out) {
        result.answer().forEach(answer -> answer(out, answer));
        new ComparisonHeading(comparison, result).lines().forEach(line -> WrappedText.print(out, "", line));
        row("", strategy -> strategy.plan().cutLabel());
        row("", strategy -> strategy.plan().mappingLabel());
        connections();
        rpcs();
        buffers();
        load();
        traffic();
        table.print(out);
        result.answer().forEach(answer -> details(out, answer));
    }

    private void answer(final PrintWriter out, final Savings answer) {
        WrappedText.print(out, "", answer.verdict());
        if (answer == result.answer().get(0)) {
            WrappedText.print(out, "  ", ranges());
        }
        answer.words().forEach(sentence -> WrappedText.print(out, "  ", sentence));
    }

    private String ranges() {
        final int seeds = settings.seeds().count();
        return SpreadText.format(
                "CPU time and waits: median (90 %% of %d draws of all %d uncertain costs together; causes:"
                        + " ./rpcrdma sensitivity). Other figures, at default costs: %s",
                Draws.COUNT,
                draws.drawn().size(),
                seeds == 1 ? "one seed." : "median (lowest..highest of " + seeds + " seeds).");
    }

    private static void details(final PrintWriter out, final Savings answer) {
        out.println(answer.strategy() + " instead of " + answer.baseline());
        answer.details().forEach(sentence -> WrappedText.print(out, "  ", sentence));
    }

    private void connections() {
        heading("Connection set-up and tear-down: CPU time, us");
        priced("  in all", Executed::connectionNanos);
        priced("  creating and connecting queues", Executed::queuesNanos);
        priced("  Receive buffers", Executed::buffersNanos);
        work(Executed::buffers, Executed::connections);
        heading("A connection's waits, us");
        priced("  spinning, for the IOMMU and locks", Executed::spinNanos);
        priced("  firmware", Executed::firmwareNanos);
        priced("  connection manager and peer", Executed::peerNanos);
        heading("Connections");
        micros("  set-up of Receive buffers, with waits", run -> run.times().setupNanos());
        micros("  tear-down of Receive buffers", run -> run.times().teardownNanos());
        figure("  capacity per second", "%,.0f", run -> run.costs().capacity().connectionsPerSecond());
        row(
                "    its limit",
                strategy -> SavingsText.words(
                        strategy.runs().get(0).costs().capacity().limit()));
    }

    private void rpcs() {
        heading("An RPC: CPU time, us");
        priced("  in all", Executed::rpcNanos);
        work((all, sheet) -> all.calls(), Executed::rpcs);
    }

    /** Adds a row for each cost parameter that accounts for some of a strategy's time. */
    private void work(final BiFunction<Executed, Sheet, double[]> executed, final ToLongFunction<Executed> parts) {
        for (final CostParameter parameter : WorkTime.parameters()) {
            final ToDoubleBiFunction<Executed, Sheet> nanos =
                    (all, sheet) -> sheet.nanos(parameter, executed.apply(all, sheet)) / parts.applyAsLong(all);
            if (result.strategies().stream()
                    .anyMatch(strategy -> draws.interval(sheet -> nanos.applyAsDouble(strategy.executed(), sheet))
                                    .high()
                            > LEAST_NANOS)) {
                priced("    " + parameter.parameterName(), nanos);
            }
        }
    }

    /** Adds a row for a figure that depends only on the costs. */
    private void priced(final String label, final ToDoubleBiFunction<Executed, Sheet> nanos) {
        row(label, strategy -> {
            final Executed executed = strategy.executed();
            return SpreadText.of(
                    draws.interval(sheet -> nanos.applyAsDouble(executed, sheet) / 1e3),
                    number -> SpreadText.format("%,.1f", number));
        });
    }

    private void buffers() {
        heading("Receive buffers of the server, all connections");
        figure("  Receives posted per queue", "%,.0f", run -> run.buffers().receivesPerQueue());
        figure("  mappings, registrations", "%,.0f", run -> run.buffers().mappings());
        figure("  IOVA pages", "%,.0f", run -> run.buffers().iovaPages());
        figure("  IOTLB entries for all of them", "%,.0f", run -> run.buffers().iotlbEntries());
        figure("  bytes mapped", "%,.0f", run -> run.buffers().bytesMapped());
        figure("  bytes wasted", "%,.0f", run -> run.buffers().bytesWasted());
        heading("Send buffers of the server, all connections");
        figure("  KB mapped, maximum", "%,.0f", run -> run.sends().mostBytesMapped() / KILO);
        if (settings.traffic().mounted()) {
            figure("  KB mapped when idle", "%,.0f", run -> run.sends().idleBytesMapped() / KILO);
        }
        heading("Misses per RPC");
        figure("  IOTLB, Receive buffers", "%,.3f", run -> run.misses().iotlbMisses() / rpcs);
        figure(
                "  NIC: queue pairs, work requests",
                "%,.3f",
                run -> (run.misses().nicMisses().queuePairs()
                                + run.misses().nicMisses().requests())
                        / rpcs);
        figure("  NIC: memory keys", "%,.3f", run -> run.misses().nicMisses().keys() / rpcs);
        figure("  NIC: translations", "%,.3f", run -> run.misses().nicMisses().translations() / rpcs);
    }

    private void load() {
        heading("Load of the server, and what clients see");
        if (!settings.traffic().isAtOnce() && !settings.traffic().mounted()) {
            figure(
                    "  processors: offered, %",
                    "%.1f", run -> 100 * run.costs().load().processors().offered());
        }
        figure(
                "  processors: achieved, %",
                "%.1f", run -> 100 * run.costs().load().processors().achieved());
        if (!settings.traffic().mounted()) {
            figure(
                    "  connections completed per second",
                    "%,.0f",
                    run -> run.turnover().connectionsPerSecond());
        }
        figure("  connections open, mean", "%,.1f", run -> run.turnover().meanOpen());
        figure("  connections open, maximum", "%,.0f", run -> run.turnover().mostOpen());
        figure("  until all could call, ms", "%,.2f", run -> run.turnover().connectedNanos() / 1e6);
        seen("  RPCs per second", "%,.0f", run -> run.rates().rpcPerSecond());
        seen("  latency p50, us", "%,.2f", run -> run.rates().latencyNanos().p50() / 1e3);
        seen("  latency p99, us", "%,.2f", run -> run.rates().latencyNanos().p99() / 1e3);
        seen("  latency p99.9, us", "%,.2f", run -> run.rates().latencyNanos().p999() / 1e3);
    }

    private void traffic() {
        heading("Traffic");
        figure("  messages", "%,.0f", run -> run.messages().messages());
        figure("  RNR NAKs", "%,.0f", run -> run.messages().rnrNaks());
        figure("  payload bytes", "%,.0f", run -> run.messages().payloadBytes());
        row(
                "  corruptions",
                strategy -> settings.buffers().memory() == MemoryMode.BACKED
                        ? SpreadText.format("%,d", strategy.corruptions())
                        : "not checked");
    }

    private void micros(final String label, final ToDoubleFunction<RunResult> nanos) {
        figure(label, "%,.2f", run -> nanos.applyAsDouble(run) / 1e3);
    }

    /** Adds a row for a figure that is missing if the server was saturated. */
    private void seen(final String label, final String format, final ToDoubleFunction<RunResult> value) {
        row(label, strategy -> strategy.saturated() == null ? cell(strategy, format, value) : "saturated");
    }

    private void figure(final String label, final String format, final ToDoubleFunction<RunResult> value) {
        row(label, strategy -> cell(strategy, format, value));
    }

    private static String cell(
            final StrategyResult strategy, final String format, final ToDoubleFunction<RunResult> value) {
        return SpreadText.of(strategy.of(value), number -> SpreadText.format(format, number));
    }

    private void row(final String label, final Function<StrategyResult, String> cell) {
        table.row(label, result.strategies().stream().map(cell).toList());
    }

    private void heading(final String text) {
        table.heading(text);
    }
}
