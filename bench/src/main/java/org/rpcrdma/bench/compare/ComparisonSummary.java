// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.rpcrdma.bench.compare.SpreadText.format;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.Terminal;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * Prints a summary of a comparison that fits on one screen of 80 columns. The screen begins with the load, followed by
 * one line per strategy. This line contains the saving, the share of draws in which the strategy saves time, and a bar.
 * Below these lines are the effects on RPCs, memory and an entire site, and then the causes of the intervals. Savings
 * are medians over the draws of all uncertain costs. The bars span 90 % of the draws and share one scale.
 */
public final class ComparisonSummary {
    private static final double NANOS_A_SECOND = 1e9;
    private static final double MICRO = 1e3;
    private static final double NANOS_A_MILLI = 1e6;
    private static final double KILO = 1024;
    private static final double PERCENT = 100;
    private static final int CONNECTIONS_A_SECOND = 1000;
    private static final double SECONDS_A_MINUTE = 60;

    /**
     * The smallest relative difference in an RPC's CPU time that counts. Smaller differences result from the order in
     * which RPCs arrive.
     */
    private static final double ALIKE = 0.01;

    /** The share of draws in which a strategy must save time to be reported as saving. */
    private static final double SURE = 0.95;

    private static final int STRONGEST = 3;
    private static final int LEAST_BAR = 12;
    private static final double LEAST_PART = 0.005;

    private final ComparisonSettings settings;
    private final ComparisonResult result;
    private final Draws draws;
    private final Map<String, StrategyResult> strategies = new LinkedHashMap<>();
    private final List<Saving> savings = new ArrayList<>();
    private final ComparisonHeading heading;

    /** The CPU time per connection that a strategy saves compared with another strategy, in nanoseconds. */
    private record Saving(
            StrategyResult strategy, StrategyResult baseline, Spread nanos, double share, double draws, Savings all) {
        String name() {
            return strategy.name();
        }
    }

    public ComparisonSummary(final Comparison comparison, final ComparisonResult result) {
        settings = comparison.settings();
        this.result = result;
        heading = new ComparisonHeading(comparison, result);
        draws = new Draws(settings.hardware().costs());
        result.strategies().forEach(strategy -> strategies.put(strategy.name(), strategy));
        result.answer().forEach(answer -> savings.add(saving(answer)));
    }

    private Saving saving(final Savings answer) {
        final StrategyResult strategy = strategies.get(answer.strategy());
        final StrategyResult baseline = strategies.get(answer.baseline());
        final double[] saved = draws.all(sheet ->
                baseline.executed().connectionNanos(sheet) - strategy.executed().connectionNanos(sheet));
        int positive = 0;
        for (final double each : saved) {
            positive += each > 0 ? 1 : 0;
        }
        return new Saving(
                strategy,
                baseline,
                answer.times().connectionNanosSaved(),
                answer.times().connectionShareSaved().median(),
                (double) positive / saved.length,
                answer);
    }

    /**
     * Prints the screen.
     *
     * @param inColour true to colour the strategies that clearly save or lose time.
     */
    public void print(final PrintWriter out, final boolean inColour) {
        WrappedText.print(out, "", heading.calls());
        WrappedText.print(out, "", heading.hosts());
        if (!heading.told().isEmpty()) {
            WrappedText.print(out, "", heading.told());
        }
        out.println();
        if (savings.isEmpty()) {
            costsOfOne(out);
        } else {
            bars(out, inColour);
            out.println();
            gains(out);
            WrappedText.print(out, "", intervals());
        }
        notReady(out);
        if (settings.traffic().mounted()) {
            site(out);
        }
        WrappedText.print(out, "", next());
    }

    private void costsOfOne(final PrintWriter out) {
        final StrategyResult only = result.strategies().get(0);
        WrappedText.print(
                out,
                "",
                only.name() + ": connection set-up and tear-down take "
                        + SpreadText.time(draws.interval(only.executed()::connectionNanos))
                        + " of CPU time; an RPC takes " + SpreadText.time(draws.interval(only.executed()::rpcNanos))
                        + ". The comparison has no other strategy.");
    }

    private void bars(final PrintWriter out, final boolean inColour) {
        final int names = savings.stream()
                .mapToInt(saving -> saving.name().length())
                .max()
                .orElseThrow();
        out.println("CPU time saved on a connection's set-up and tear-down");
        savings.stream()
                .collect(Collectors.groupingBy(Saving::baseline, LinkedHashMap::new, Collectors.toList()))
                .forEach((baseline, group) -> bars(out, inColour, "  %-" + names + "s %9s %7s %9s  ", baseline, group));
    }

    /** Prints bars for the strategies that have the same baseline, on one scale. */
    private void bars(
            final PrintWriter out,
            final boolean inColour,
            final String row,
            final StrategyResult baseline,
            final List<Saving> group) {
        final int begin = format(row, "", "", "", "").length();
        final SavingBar bar = SavingBar.of(
                group.stream().map(Saving::nanos).toList(), Math.max(LEAST_BAR, Terminal.columns() - begin));
        out.println("instead of " + baseline.name() + ", "
                + SpreadText.time(draws.interval(baseline.executed()::connectionNanos)));
        out.println(format(row, "", "us", "%", "saves in") + bar.axis(nanos -> format("%+,.0f", nanos / MICRO)));
        for (final Saving saving : group) {
            final String line = format(
                            row,
                            saving.name(),
                            format("%,.1f", saving.nanos.median() / MICRO),
                            format("%.1f", saving.share * PERCENT),
                            format("%.0f %%", saving.draws * PERCENT))
                    + bar.of(saving.nanos);
            out.println(inColour ? coloured(line, saving.draws) : line);
        }
    }

    private static String coloured(final String line, final double draws) {
        if (draws >= SURE) {
            return "\u001b[32m" + line + "\u001b[0m";
        }
        return draws <= 1 - SURE ? "\u001b[31m" + line + "\u001b[0m" : line;
    }

    private void gains(final PrintWriter out) {
        final Saving best = best();
        WrappedText.print(out, "", "An RPC: " + rpc(best) + ".");
        WrappedText.print(out, "", "Receive buffers per connection: " + buffers(best) + ".");
        WrappedText.print(out, "", "Worth of " + best.name() + ": " + worth(best) + ".");
        final String traced = savings.stream()
                .map(ComparisonSummary::traced)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
        if (!traced.isEmpty()) {
            WrappedText.print(out, "", "Linux, traced, executes " + traced + ".");
        }
        result.strategies().stream()
                .filter(strategy -> strategy.saturated() != null)
                .forEach(strategy -> WrappedText.print(
                        out,
                        "",
                        strategy.name() + " is saturated ("
                                + SavingsText.words(
                                        strategy.saturated().costs().load().full())
                                + "): its latency and rate are not reported."));
    }

    /** Reports how often clients found no Receive posted. This happens only if connections share Receives. */
    private void notReady(final PrintWriter out) {
        for (final StrategyResult strategy : result.strategies()) {
            final double naks = strategy.of(run -> run.messages().rnrNaks()).median();
            if (naks > 0) {
                WrappedText.print(
                        out,
                        "",
                        format(
                                "%s: %,.0f RNR NAKs: clients found no Receive in a queue of %,d Receives, and waited %s"
                                        + " each time (rc.rnr_timer).",
                                strategy.name(),
                                naks,
                                strategy.runs().get(0).buffers().receivesPerQueue(),
                                SpreadText.time(
                                        Spread.of(settings.hardware().costs().get(CostParameter.RNR_TIMER)))));
            }
        }
    }

    /** Reports the resources that all mounts use together, and the time until all mounts can make calls. */
    private void site(final PrintWriter out) {
        final TextTable table = new TextTable();
        table.row(
                "All " + SpreadText.things(settings.traffic().connections(), "connection"),
                List.of("mappings", "MB mapped", "Receives per queue", "all could call after, ms"));
        for (final StrategyResult strategy : result.strategies()) {
            table.row(
                    "  " + strategy.name(),
                    List.of(
                            format(
                                    "%,.0f",
                                    strategy.of(run -> run.buffers().mappings()).median()),
                            format(
                                    "%,.1f",
                                    strategy.of(run -> run.buffers().bytesMapped())
                                                    .median()
                                            / KILO
                                            / KILO),
                            format("%,d", strategy.runs().get(0).buffers().receivesPerQueue()),
                            format(
                                    "%,.2f",
                                    strategy.of(run -> run.turnover().connectedNanos())
                                                    .median()
                                            / NANOS_A_MILLI)));
        }
        table.print(out);
    }

    private Saving best() {
        return savings.stream()
                .max(Comparator.comparingDouble(saving -> saving.nanos.median()))
                .orElseThrow();
    }

    private String rpc(final Saving best) {
        final Spread before = draws.interval(best.baseline.executed()::rpcNanos);
        final Spread saved = draws.interval(sheet -> best.baseline.executed().rpcNanos(sheet)
                - best.strategy.executed().rpcNanos(sheet));
        return Math.abs(saved.median()) < ALIKE * before.median()
                ? "no difference: " + SpreadText.time(before) + " of CPU time"
                : SpreadText.saved(saved, SpreadText::time) + " of the " + SpreadText.time(before) + " of CPU time";
    }

    private String buffers(final Saving best) {
        final int connections = settings.traffic().connections();
        final double before = best.baseline.of(run -> run.buffers().mappings()).median() / connections;
        final double now = best.strategy.of(run -> run.buffers().mappings()).median() / connections;
        final double more = best.all.memory().bytesMappedMore().median() / connections / KILO;
        final String memory =
                more == 0 ? "as much memory" : format("%,.0f KB %s memory", Math.abs(more), more > 0 ? "more" : "less");
        return mappings(now) + " instead of " + number(before) + ", " + memory;
    }

    private static String mappings(final double number) {
        return number(number) + (number == 1 ? " mapping" : " mappings");
    }

    private static String number(final double number) {
        return format(number == Math.rint(number) ? "%,.0f" : "%,.2f", number);
    }

    private static String worth(final Saving best) {
        final double nanos = best.nanos.median();
        return format(
                "%s processors at %,d connections per second, %s with one mount per minute",
                part(nanos * CONNECTIONS_A_SECOND / NANOS_A_SECOND),
                CONNECTIONS_A_SECOND,
                part(nanos / SECONDS_A_MINUTE / NANOS_A_SECOND));
    }

    private static String part(final double processors) {
        return Math.abs(processors) < LEAST_PART ? "next to nothing" : format("%.2f", processors);
    }

    private static String traced(final Saving saving) {
        final Double share = saving.all.times().tracedShareSaved();
        return share == null
                ? null
                : format("%.0f %% %s with %s", Math.abs(share) * PERCENT, share < 0 ? "more" : "less", saving.name());
    }

    private String intervals() {
        final Saving best = best();
        final List<String> costs =
                CostEffects.strongest(best.baseline.executed(), best.strategy.executed(), draws, STRONGEST);
        return format(
                "Medians of %d draws of all %d uncertain costs; bars span 90 %% of the draws. %s move %s most.",
                Draws.COUNT, draws.drawn().size(), String.join(", ", costs), best.name());
    }

    private static String next() {
        return "All figures: --details. Causes of the intervals: rpcrdma sensitivity. Other settings: rpcrdma sweep.";
    }
}
