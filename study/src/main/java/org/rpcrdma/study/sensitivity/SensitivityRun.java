// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.CostEffects;
import org.rpcrdma.bench.compare.Draws;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.compare.Strategy;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;

/** Runs a comparison of two strategies once, and prices what it executed by all draws of the uncertain costs. */
public final class SensitivityRun {
    private static final String STRATEGIES = "strategy";
    private static final String USUAL_SEEDS = "3";

    private final Comparison comparison;

    /**
     * Of a comparison.
     *
     * @param given    the settings of the command line: values by option or parameter.
     * @param captures reads captures.
     */
    public SensitivityRun(final Map<String, String> given, final Captures captures) throws IOException {
        final Map<String, String> settings = new LinkedHashMap<>(given);
        settings.putIfAbsent("seeds", USUAL_SEEDS);
        settings.putIfAbsent(STRATEGIES, Strategy.PER_BUFFER_DMA.label() + "," + Strategy.SHARD_DMA.label());
        comparison = new SweepPoints(captures).comparison(new Point(1, "", settings, List.of()));
        if (comparison.options().strategies().size() != 2) {
            throw new InputException(
                    "--strategy must name two strategies, the baseline first: " + settings.get(STRATEGIES));
        }
    }

    /** Runs it. */
    public Sensitivity run() {
        final List<Strategy> strategies = comparison.options().strategies();
        return new Sensitivity(
                Version.CURRENT,
                strategies.get(0).label(),
                strategies.get(1).label(),
                Draws.COUNT,
                CostEffects.of(
                        comparison.run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE),
                        comparison.options().hardware().costs()));
    }
}
