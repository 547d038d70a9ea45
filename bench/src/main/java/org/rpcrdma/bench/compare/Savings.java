// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rpcrdma.bench.compare.ComparisonResult.StrategyResult;

/** The savings of one strategy compared with another, in figures and in words. A saving is positive; a change is a
 * fraction of the baseline's figure, positive if there is more of it.
 *
 */
@JsonPropertyOrder({
    "strategy",
    "baseline",
    "mappingsSaved",
    "setupNanosSaved",
    "teardownNanosSaved",
    "iotlbEntriesSaved",
    "iotlbMissesSaved",
    "missesAlike",
    "rpcPerSecondChange",
    "latencyP50Change",
    "bytesMappedMore",
    "breakEven",
    "words"
})
record Savings(
        String strategy,
        String baseline,
        long mappingsSaved,
        long setupNanosSaved,
        long teardownNanosSaved,
        long iotlbEntriesSaved,
        long iotlbMissesSaved,
        boolean missesAlike,
        double rpcPerSecondChange,
        double latencyP50Change,
        long bytesMappedMore,
        BreakEven breakEven,
        List<String> words) {
    private static final String PER_BUFFER = "per-buffer-";
    private static final String SHARD = "shard-";

    /** Each strategy but the first beside its baseline: one mapping a buffer in the same way, or else the first. */
    static List<Savings> all(final List<StrategyResult> results) {
        final List<Savings> answers = new ArrayList<>();
        for (final StrategyResult result : results) {
            final StrategyResult baseline = baseline(result, results);
            if (baseline != result) {
                answers.add(of(baseline, result));
            }
        }
        return answers;
    }

    private static StrategyResult baseline(final StrategyResult result, final List<StrategyResult> results) {
        final Optional<StrategyResult> peer = results.stream()
                .filter(other -> result.name().startsWith(SHARD)
                        && other.name().equals(PER_BUFFER + result.name().substring(SHARD.length())))
                .findFirst();
        return peer.orElse(result.name().startsWith(PER_BUFFER) ? result : results.get(0));
    }

    private static Savings of(final StrategyResult baseline, final StrategyResult strategy) {
        final BreakEven breakEven = BreakEven.of(baseline, strategy);
        return new Savings(
                strategy.name(),
                baseline.name(),
                baseline.mappings() - strategy.mappings(),
                baseline.setupNanos() - strategy.setupNanos(),
                baseline.teardownNanos() - strategy.teardownNanos(),
                baseline.iotlbEntries() - strategy.iotlbEntries(),
                baseline.iotlbMisses() - strategy.iotlbMisses(),
                BreakEven.missAlike(baseline, strategy),
                strategy.rpcPerSecond() / baseline.rpcPerSecond() - 1,
                (double) strategy.latencyNanos().p50() / baseline.latencyNanos().p50() - 1,
                strategy.bytesMapped() - baseline.bytesMapped(),
                breakEven,
                new SavingsText(baseline, strategy, breakEven).sentences());
    }
}
