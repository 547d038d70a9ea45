// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.settings.ComparisonSettings;

/**
 * The savings of one strategy compared with another, in figures and in words. A saving is positive if the strategy uses
 * less. A change is a fraction of the baseline's figure, and positive for an increase. Both compare runs with the same
 * seed.
 */
record Savings(
        String strategy,
        String baseline,
        String verdict,
        @JsonUnwrapped Memory memory,
        @JsonUnwrapped Times times,
        @JsonUnwrapped Translations translations,
        @JsonUnwrapped Rates rates,
        BreakEven breakEven,
        List<String> words,
        List<String> details) {
    /** The memory and mappings of Receive buffers. */
    record Memory(Spread mappingsSaved, Spread bytesMappedMore) {}

    /** The server's CPU time and waits; unknown figures are null. */
    record Times(
            Spread connectionNanosSaved,
            Spread connectionShareSaved,
            Double tracedShareSaved,
            Spread waitNanosSaved,
            Spread setupNanosSaved,
            Spread teardownNanosSaved,
            Spread rpcNanosSaved,
            Spread capacityChange) {}

    /** The IOTLB figures. {@code missesAlike} includes misses in the NIC's tables. */
    record Translations(Spread iotlbEntriesSaved, Spread iotlbMissesSaved, boolean missesAlike) {}

    /** Throughput and latency at the clients; null if either server was saturated. */
    record Rates(Spread rpcPerSecondChange, Spread latencyP50Change) {}

    /** The smallest relative difference that counts. Smaller differences result from the order in which RPCs arrive. */
    private static final double ALIKE = 0.01;

    /**
     * Compares each strategy with its baseline. The baseline is the strategy that maps each buffer separately in the
     * same way, or the first strategy if there is none.
     */
    static List<Savings> all(final List<StrategyResult> results, final ComparisonSettings settings) {
        final List<Savings> answers = new ArrayList<>();
        final Draws draws = new Draws(settings.hardware().costs());
        final StrategyResult first = results.get(0);
        for (final StrategyResult result : results) {
            final StrategyResult baseline = baseline(result, results);
            final boolean isFirstsBaseline = baseline == first && baseline(first, results) == result;
            if (baseline != result && !isFirstsBaseline) {
                answers.add(of(baseline, result, settings, draws));
            }
        }
        return answers;
    }

    private static StrategyResult baseline(final StrategyResult result, final List<StrategyResult> results) {
        return results.stream()
                .filter(candidate -> result.plan().isShardsOf(candidate.plan()))
                .findFirst()
                .orElse(results.get(0));
    }

    private static Savings of(
            final StrategyResult baseline,
            final StrategyResult strategy,
            final ComparisonSettings settings,
            final Draws draws) {
        final Executed before = baseline.executed();
        final Executed now = strategy.executed();
        final Spread connection = draws.interval(sheet -> before.connectionNanos(sheet) - now.connectionNanos(sheet));
        final Spread share = draws.interval(sheet -> 1 - now.connectionNanos(sheet) / before.connectionNanos(sheet));
        final boolean isSaturated = strategy.saturated() != null || baseline.saturated() != null;
        // A saturated server handles its backlog in batches. RPCs then take less time, but the strategy is not the
        // reason.
        final Spread rpc = isSaturated
                ? Spread.of(0)
                : orNone(
                        draws.interval(sheet -> before.mappedRpcNanos(sheet) - now.mappedRpcNanos(sheet)),
                        baseline.of(run -> run.costs().rpcNanos().total()));
        final BreakEven breakEven = BreakEven.of(connection, rpc);
        final SavingsText text = new SavingsText(baseline, strategy, settings, draws, breakEven);
        final Double traced = KernelTrace.saved(
                        baseline.plan().strategy(), strategy.plan().strategy(), settings)
                .orElse(null);
        return new Savings(
                strategy.name(),
                baseline.name(),
                new Verdict(
                                strategy.name(),
                                baseline.name(),
                                connection,
                                share,
                                rpc,
                                traced,
                                settings.traffic().mounted())
                        .text(),
                new Memory(
                        strategy.less(run -> run.buffers().mappings(), baseline),
                        baseline.less(run -> run.buffers().bytesMapped(), strategy)),
                new Times(
                        connection,
                        share,
                        traced,
                        draws.interval(sheet -> before.waitNanos(sheet) - now.waitNanos(sheet)),
                        strategy.less(run -> run.times().setupNanos(), baseline),
                        strategy.less(run -> run.times().teardownNanos(), baseline),
                        isSaturated ? null : rpc,
                        strategy.change(run -> run.costs().capacity().connectionsPerSecond(), baseline)),
                new Translations(
                        strategy.less(run -> run.buffers().iotlbEntries(), baseline),
                        strategy.less(run -> run.misses().iotlbMisses(), baseline),
                        missAlike(baseline, strategy)),
                isSaturated
                        ? new Rates(null, null)
                        : new Rates(
                                strategy.change(run -> run.rates().rpcPerSecond(), baseline),
                                strategy.change(
                                        run -> run.rates().latencyNanos().p50(), baseline)),
                breakEven,
                text.answer(),
                text.details());
    }

    /** Returns a saving, or 0 if it may be due to chance, because different calls coincide in different runs. */
    private static Spread orNone(final Spread saved, final Spread all) {
        return Math.abs(saved.median()) < ALIKE * all.median() ? Spread.of(0) : saved;
    }

    /**
     * Returns true if the RPCs of both strategies cause the same number of misses in the IOTLB and in the NIC's key and
     * translation tables.
     */
    static boolean missAlike(final StrategyResult baseline, final StrategyResult strategy) {
        return alike(
                        baseline.of(run -> run.misses().iotlbMisses()),
                        strategy.of(run -> run.misses().iotlbMisses()))
                && alike(
                        baseline.of(run -> run.misses().nicMisses().tables()),
                        strategy.of(run -> run.misses().nicMisses().tables()));
    }

    private static boolean alike(final Spread before, final Spread now) {
        return Math.abs(now.median() - before.median()) <= ALIKE * before.median();
    }
}
