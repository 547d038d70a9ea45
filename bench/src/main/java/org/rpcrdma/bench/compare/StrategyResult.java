// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one strategy.
 *
 * @param plan    the strategy's plan.
 * @param runs    the figures of each run, in seed order.
 * @param draws   the costs that price the work.
 * @param smaller the additional work that smaller blocks cause.
 */
public record StrategyResult(StrategyPlan plan, List<RunResult> runs, Draws draws, SmallerBlocks smaller) {
    /** Returns the figures as JSON. */
    @JsonValue
    JsonNode json() {
        return StrategyJson.of(this);
    }

    /** Returns the strategy's label. */
    public String name() {
        return plan.strategy().label();
    }

    /** Returns the work of all seeds. */
    Executed executed() {
        return Executed.sum(runs.stream().map(run -> run.costs().executed()).toList())
                .with(smaller);
    }

    /** Returns a figure's spread over the seeds. */
    Spread of(final ToDoubleFunction<RunResult> figure) {
        return Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    /**
     * Returns the spread, over the seeds, of the difference between the baseline's figure and this strategy's figure. A
     * saving is positive.
     */
    Spread less(final ToDoubleFunction<RunResult> figure, final StrategyResult baseline) {
        final double[] differences = new double[runs.size()];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = figure.applyAsDouble(baseline.runs.get(i)) - figure.applyAsDouble(runs.get(i));
        }
        return Spread.of(differences);
    }

    /**
     * Returns the spread, over the seeds, of the relative change from the baseline's figure. An increase is positive.
     */
    Spread change(final ToDoubleFunction<RunResult> figure, final StrategyResult baseline) {
        final double[] changes = new double[runs.size()];
        for (int i = 0; i < changes.length; i++) {
            final double before = figure.applyAsDouble(baseline.runs.get(i));
            final double now = figure.applyAsDouble(runs.get(i));
            changes[i] = before == now ? 0 : now / before - 1;
        }
        return Spread.of(changes);
    }

    /** Returns the first run that was saturated, or null. */
    RunResult saturated() {
        return runs.stream()
                .filter(run -> run.costs().load().saturated())
                .findFirst()
                .orElse(null);
    }

    /** Returns the number of corrupted messages and chunks, over all seeds. */
    public long corruptions() {
        return runs.stream()
                .map(run -> run.messages().corruptions())
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }
}
