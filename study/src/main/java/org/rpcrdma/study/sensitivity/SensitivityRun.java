// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.compare.Strategy;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;

/** Runs a comparison of two strategies with each uncertain input at both ends of its range. */
public final class SensitivityRun {
    private static final String STRATEGIES = "strategy";
    /** Enough to know figures that vary from those that do not: each costs as much as the first. */
    private static final String USUAL_SEEDS = "3";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SweepPoints points;
    private final Map<String, String> settings;
    private final Comparison usual;
    private final List<Input> inputs;
    /** Each input's comparisons, all checked before the first one runs. */
    private final Map<Input, Map<Double, Comparison>> comparisons = new HashMap<>();

    /**
     * Of a comparison.
     *
     * @param given    the settings of the command line: values by option or parameter.
     * @param captures reads captures.
     */
    public SensitivityRun(final Map<String, String> given, final Captures captures) throws IOException {
        points = new SweepPoints(captures);
        settings = new LinkedHashMap<>(given);
        settings.putIfAbsent("seeds", USUAL_SEEDS);
        settings.putIfAbsent(STRATEGIES, Strategy.PER_BUFFER_DMA.label() + "," + Strategy.SHARD_DMA.label());
        usual = points.comparison(new Point(1, "", settings, List.of()));
        if (usual.options().strategies().size() != 2) {
            throw new InputException(
                    "--strategy must name two strategies, the baseline first: " + settings.get(STRATEGIES));
        }
        inputs = Inputs.of(usual.options(), given.keySet());
        for (final Input input : inputs) {
            comparisons.put(
                    input, Map.of(input.low(), with(input, input.low()), input.high(), with(input, input.high())));
        }
    }

    private Comparison with(final Input input, final double value) throws IOException {
        final Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.put(input.name(), Input.text(value));
        return points.comparison(new Point(1, "", changed, List.of(input.name())));
    }

    /** Returns how many comparisons are run. */
    public int runs() {
        return Mover.runs(inputs);
    }

    /**
     * Runs them, on all processors.
     *
     * @param progress receives the number of comparisons that are done.
     */
    public Sensitivity run(final IntConsumer progress) throws InterruptedException {
        final Mover mover = new Mover(
                (input, value) ->
                        figures(input == null ? usual : comparisons.get(input).get(value)),
                Runtime.getRuntime().availableProcessors());
        final Mover.Moves moves = mover.move(inputs, progress);
        final List<Strategy> strategies = usual.options().strategies();
        return Sensitivity.of(strategies.get(0).label(), strategies.get(1).label(), inputs, moves);
    }

    private static PairFigures figures(final Comparison comparison) {
        final List<StrategyFigures> figures = new ArrayList<>();
        final JsonNode result = JSON.valueToTree(comparison.run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE));
        result.get("strategies").forEach(strategy -> figures.add(StrategyFigures.of(strategy)));
        return new PairFigures(figures.get(0), figures.get(1));
    }
}
