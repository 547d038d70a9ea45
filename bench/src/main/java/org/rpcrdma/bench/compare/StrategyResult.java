// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one strategy.
 *
 * @param plan  the strategy
 * @param runs  its figures with each seed, in the order of the seeds
 * @param draws price what it executed
 */
public record StrategyResult(StrategyPlan plan, List<RunResult> runs, Draws draws) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Times that depend on uncertain costs are those of the draws; the same at usual costs are in an object apart. */
    @JsonValue
    JsonNode json() {
        final ObjectNode json = JSON.createObjectNode().put("name", name());
        json.setAll((ObjectNode) MergedFigures.of(runs));
        final ObjectNode priced = JSON.valueToTree(PricedTimes.of(executed(), draws));
        final ObjectNode usual = JSON.createObjectNode();
        priced.fieldNames().forEachRemaining(name -> usual.set(name, json.get(name)));
        json.setAll(priced);
        json.set("atUsualCosts", usual);
        return json;
    }

    /** Returns the strategy's label. */
    public String name() {
        return plan.strategy().label();
    }

    /** Returns what was executed with all seeds. */
    Executed executed() {
        return Executed.sum(runs.stream().map(run -> run.costs().executed()).toList());
    }

    /** Returns a figure over the seeds. */
    Spread of(final ToDoubleFunction<RunResult> figure) {
        return Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    /** Returns the difference of a figure to another strategy's with the same seed, over the seeds. */
    Spread less(final ToDoubleFunction<RunResult> figure, final StrategyResult baseline) {
        final double[] differences = new double[runs.size()];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = figure.applyAsDouble(baseline.runs.get(i)) - figure.applyAsDouble(runs.get(i));
        }
        return Spread.of(differences);
    }

    /** Returns the change of a figure from another strategy's with the same seed: a fraction, positive for more. */
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

    /** Returns the messages and chunks that arrived with other bytes than were sent, with all seeds. */
    public long corruptions() {
        return runs.stream()
                .map(run -> run.messages().corruptions())
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }
}
