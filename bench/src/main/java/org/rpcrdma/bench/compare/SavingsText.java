// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.rpcrdma.bench.compare.SpreadText.count;
import static org.rpcrdma.bench.compare.SpreadText.format;
import static org.rpcrdma.bench.compare.SpreadText.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.rpcrdma.bench.settings.ComparisonSettings;

/** Formats the savings of one strategy compared with another as sentences. */
final class SavingsText {
    /** The smallest share that is reported. Smaller shares result from calls that coincide by chance. */
    private static final double ALIKE = 0.01;

    private final StrategyResult baseline;
    private final StrategyResult strategy;
    private final int connections;
    private final Draws draws;
    private final BreakEven breakEven;
    private final Executed before;
    private final Executed now;

    SavingsText(
            final StrategyResult baseline,
            final StrategyResult strategy,
            final ComparisonSettings settings,
            final Draws draws,
            final BreakEven breakEven) {
        this.baseline = baseline;
        this.strategy = strategy;
        connections = settings.traffic().connections();
        this.draws = draws;
        before = baseline.executed();
        now = strategy.executed();
        this.breakEven = breakEven;
    }

    /** Returns sentences about the strategy's savings and costs. */
    List<String> answer() {
        final List<String> sentences =
                new ArrayList<>(List.of(setUpAndTearDown(), waits(), perRpc(), buffers(), capacity()));
        final StrategyResult saturated = saturated();
        if (saturated != null) {
            sentences.add("Saturated with " + saturated.name() + " ("
                    + words(saturated.saturated().costs().load().full())
                    + "): latency and rate are not reported.");
        }
        return sentences;
    }

    /** Returns sentences about the detailed figures, and about the figures that no strategy changes. */
    List<String> details() {
        final List<String> sentences = new ArrayList<>();
        sentences.add(reach());
        if (saturated() == null) {
            sentences.add(rates());
        }
        if (breakEven.rpcs() != null) {
            sentences.add(breakEven());
        }
        if (breakEven.kind() != BreakEven.Kind.NO_DIFFERENCE) {
            sentences.add(inAll());
        }
        sentences.add(tables());
        return sentences;
    }

    private String setUpAndTearDown() {
        return "Connection set-up and tear-down: " + instead(Executed::connectionNanos, " of CPU time")
                + "; of Receive buffers " + instead(Executed::buffersNanos, "") + ".";
    }

    private String waits() {
        return "Waits, not included: spinning for the IOMMU and locks " + instead(Executed::spinNanos, "")
                + "; for firmware " + insteadOrAlike(Executed::firmwareNanos) + ", for the peer "
                + insteadOrAlike(Executed::peerNanos) + ".";
    }

    private String insteadOrAlike(final ToDoubleBiFunction<Executed, Sheet> figure) {
        final Spread nanos = interval(now, figure);
        return nanos.equals(interval(before, figure)) ? time(nanos) + " either way" : instead(figure, "");
    }

    private String instead(final ToDoubleBiFunction<Executed, Sheet> figure, final String of) {
        return SpreadText.instead(interval(now, figure), of, interval(before, figure));
    }

    private Spread interval(final Executed executed, final ToDoubleBiFunction<Executed, Sheet> figure) {
        return draws.interval(sheet -> figure.applyAsDouble(executed, sheet));
    }

    /**
     * Returns a sentence about the share saved of a connection's total CPU time, including its calls. The more calls a
     * connection makes, the smaller the share.
     */
    private String inAll() {
        final double calls = rpcs() / connections;
        final Spread share = draws.interval(sheet -> (before.connectionNanos(sheet) - now.connectionNanos(sheet))
                / (before.connectionNanos(sheet) + calls * before.rpcNanos(sheet)));
        return "With its " + SpreadText.things(Math.round(calls), "RPC") + ", a connection takes "
                + SpreadText.of(share.median() < 0 ? share.times(-1) : share, part -> format("%.1f", 100 * part))
                + " % " + (share.median() < 0 ? "more" : "less") + " CPU time in all.";
    }

    private String perRpc() {
        final String all = time(draws.interval(before::rpcNanos));
        if (saturated() != null) {
            return "An RPC: " + instead(Executed::rpcNanos, " of CPU time")
                    + ", not compared: a backlog is served in batches.";
        }
        final Spread saved = draws.interval(sheet -> before.rpcNanos(sheet) - now.rpcNanos(sheet));
        final boolean isAlike = Math.abs(saved.median())
                < ALIKE * draws.interval(before::rpcNanos).median();
        return isAlike
                ? "An RPC: no difference: " + all + " of CPU time."
                : "An RPC: " + SpreadText.saved(saved, SpreadText::time) + " of the " + all
                        + " of CPU time that it takes.";
    }

    private String buffers() {
        final boolean isShared = Stream.of(baseline, strategy)
                .anyMatch(result -> result.of(run -> run.buffers().mappings()).low() < connections);
        final double of = isShared ? 1 : connections;
        final Spread less =
                strategy.less(run -> run.buffers().bytesMapped(), baseline).times(1 / of);
        return "Receive buffers " + (isShared ? "of all connections: " : "per connection: ") + mappings(strategy, of)
                + " instead of " + mappings(baseline, of) + "; "
                + (less.isNoDifference() ? "as much" : SpreadText.saved(less, bytes -> count(bytes) + " bytes"))
                + " pinned.";
    }

    private static String mappings(final StrategyResult result, final double of) {
        final Spread number = result.of(run -> run.buffers().mappings()).times(1 / of);
        final Spread each = result.of(
                run -> (double) run.buffers().bytesMapped() / run.buffers().mappings());
        return SpreadText.of(number, value -> format(value == Math.rint(value) ? "%,.0f" : "%,.1f", value))
                + (number.low() == 1 && number.high() == 1 ? " mapping of " : " mappings of ") + count(each)
                + " bytes";
    }

    private String capacity() {
        final ToDoubleFunction<RunResult> rate = run -> run.costs().capacity().connectionsPerSecond();
        return "Capacity at default costs, connections per second: " + count(strategy.of(rate)) + " ("
                + limit(strategy) + ") instead of " + count(baseline.of(rate)) + " (" + limit(baseline) + ")."
                + (isProcessors(strategy) && isProcessors(baseline)
                        ? ""
                        : " Above this rate, processors spin and complete fewer connections.");
    }

    private static boolean isProcessors(final StrategyResult result) {
        return Set.of(Capacity.PROCESSORS, Capacity.FIRMWARE)
                .contains(result.runs().get(0).costs().capacity().limit());
    }

    private static String limit(final StrategyResult result) {
        return "limit: " + words(result.runs().get(0).costs().capacity().limit());
    }

    /** Splits a field's name into words. */
    static String words(final String field) {
        return field.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    private String reach() {
        if (strategy.of(run -> run.buffers().iotlbEntries()).high() == 0) {
            return "IOTLB: unused without an IOMMU.";
        }
        final double rpcs = rpcs();
        return "IOTLB: " + count(strategy.of(run -> run.buffers().iotlbEntries()))
                + " entries hold all Receive buffers, instead of "
                + count(baseline.of(run -> run.buffers().iotlbEntries())) + "; misses per RPC: "
                + perRpc(strategy, rpcs)
                + " instead of " + perRpc(baseline, rpcs) + ".";
    }

    private double rpcs() {
        return strategy.runs().get(0).messages().messages() / 2.0;
    }

    private static String perRpc(final StrategyResult result, final double rpcs) {
        return SpreadText.of(result.of(run -> run.misses().iotlbMisses()), misses -> format("%.3f", misses / rpcs));
    }

    private String rates() {
        return "Median latency: "
                + SpreadText.changed(
                        strategy.change(run -> run.rates().latencyNanos().p50(), baseline))
                + " (" + time(baseline.of(run -> run.rates().latencyNanos().p50())) + "); RPCs per second: "
                + SpreadText.changed(strategy.change(run -> run.rates().rpcPerSecond(), baseline)) + ".";
    }

    private StrategyResult saturated() {
        if (baseline.saturated() != null) {
            return baseline;
        }
        return strategy.saturated() != null ? strategy : null;
    }

    private String breakEven() {
        final String rpcs = SpreadText.things(breakEven.rpcs(), "RPC");
        return breakEven.kind() == BreakEven.Kind.FROM
                ? "Break-even: it pays for connections of " + rpcs + " and more."
                : "Break-even: it pays for connections of at most " + rpcs + ".";
    }

    private String tables() {
        if (strategy.plan().isDma() && baseline.plan().isDma()) {
            return "The NIC's tables: no difference. Receives of DMA mappings use the local_dma_lkey, for which the NIC"
                    + " looks up neither a key nor a translation.";
        }
        final double rpcs = rpcs();
        return "The NIC's tables: misses of keys and translations per RPC: "
                + SpreadText.of(
                        strategy.of(run -> run.misses().nicMisses().tables()), misses -> format("%.3f", misses / rpcs))
                + " instead of "
                + SpreadText.of(
                        baseline.of(run -> run.misses().nicMisses().tables()), misses -> format("%.3f", misses / rpcs))
                + ".";
    }
}
