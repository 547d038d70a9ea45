// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The savings of one strategy compared with another, in figures and in words. A saving is positive; a change is a
 * fraction of the baseline's figure, positive if there is more of it. Both are differences of runs with the same seed.
 */
record Savings(
        String strategy,
        String baseline,
        String verdict,
        Spread mappingsSaved,
        Spread bytesMappedMore,
        Spread connectionNanosSaved,
        Spread connectionShareSaved,
        Double tracedShareSaved,
        Spread waitNanosSaved,
        Spread setupNanosSaved,
        Spread teardownNanosSaved,
        Spread rpcNanosSaved,
        Spread capacityChange,
        Spread iotlbEntriesSaved,
        Spread iotlbMissesSaved,
        boolean missesAlike,
        Spread rpcPerSecondChange,
        Spread latencyP50Change,
        BreakEven breakEven,
        List<String> words,
        List<String> details) {
    private static final String PER_BUFFER = "per-buffer-";
    private static final String SHARD = "shard-";

    /** Smaller relative differences are due to the order in which RPCs arrive. */
    private static final double ALIKE = 0.01;

    /** Each strategy beside its baseline: one mapping a buffer in the same way, or else the first strategy. */
    static List<Savings> all(final List<StrategyResult> results, final ComparisonSettings options) {
        final List<Savings> answers = new ArrayList<>();
        final Draws draws = new Draws(options.hardware().costs());
        final StrategyResult first = results.get(0);
        for (final StrategyResult result : results) {
            final StrategyResult baseline = baseline(result, results);
            final boolean isFirstsBaseline = baseline == first && baseline(first, results) == result;
            if (baseline != result && !isFirstsBaseline) {
                answers.add(of(baseline, result, options, draws));
            }
        }
        return answers;
    }

    private static StrategyResult baseline(final StrategyResult result, final List<StrategyResult> results) {
        final Optional<StrategyResult> peer = results.stream()
                .filter(other -> other.name().startsWith(PER_BUFFER)
                        && result.name().startsWith(SHARD + other.name().substring(PER_BUFFER.length())))
                .findFirst();
        return peer.orElse(results.get(0));
    }

    private static Savings of(
            final StrategyResult baseline,
            final StrategyResult strategy,
            final ComparisonSettings options,
            final Draws draws) {
        final Executed before = baseline.executed();
        final Executed now = strategy.executed();
        final Spread connection = draws.interval(sheet -> before.connectionNanos(sheet) - now.connectionNanos(sheet));
        final Spread share = draws.interval(sheet -> 1 - now.connectionNanos(sheet) / before.connectionNanos(sheet));
        final boolean isSaturated = strategy.saturated() != null || baseline.saturated() != null;
        // A backlog is served in batches, so that an RPC takes less time: that is not the strategy's.
        final Spread rpc = isSaturated
                ? Spread.of(0)
                : orNone(
                        draws.interval(sheet -> before.mappedRpcNanos(sheet) - now.mappedRpcNanos(sheet)),
                        baseline.of(run -> run.rpcNanos().total()));
        final BreakEven breakEven = BreakEven.of(connection, rpc);
        final SavingsText text = new SavingsText(baseline, strategy, options, draws, breakEven);
        final Double traced =
                KernelTrace.saved(baseline.name(), strategy.name(), options).orElse(null);
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
                                options.traffic().mounted())
                        .text(),
                strategy.less(RunResult::mappings, baseline),
                baseline.less(RunResult::bytesMapped, strategy),
                connection,
                share,
                traced,
                draws.interval(sheet -> before.waitNanos(sheet) - now.waitNanos(sheet)),
                strategy.less(RunResult::setupNanos, baseline),
                strategy.less(RunResult::teardownNanos, baseline),
                isSaturated ? null : rpc,
                strategy.change(run -> run.capacity().connectionsPerSecond(), baseline),
                strategy.less(RunResult::iotlbEntries, baseline),
                strategy.less(RunResult::iotlbMisses, baseline),
                missAlike(baseline, strategy),
                isSaturated ? null : strategy.change(RunResult::rpcPerSecond, baseline),
                isSaturated ? null : strategy.change(run -> run.latencyNanos().p50(), baseline),
                breakEven,
                text.answer(),
                text.details());
    }

    /** Returns a saving, or none if it is too small a share of all to be one: calls come together by chance. */
    private static Spread orNone(final Spread saved, final Spread all) {
        return Math.abs(saved.median()) < ALIKE * all.median() ? Spread.of(0) : saved;
    }

    /** Returns true if RPCs have the same misses in the IOTLB and in the NIC's keys and translations. */
    static boolean missAlike(final StrategyResult baseline, final StrategyResult strategy) {
        return alike(baseline.of(RunResult::iotlbMisses), strategy.of(RunResult::iotlbMisses))
                && alike(
                        baseline.of(run -> run.nicMisses().tables()),
                        strategy.of(run -> run.nicMisses().tables()));
    }

    private static boolean alike(final Spread before, final Spread now) {
        return Math.abs(now.median() - before.median()) <= ALIKE * before.median();
    }
}
