// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.CostEffects;
import org.rpcrdma.bench.compare.Draws;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.Strategy;

/**
 * The uncertainty of a comparison's savings, in the form of the JSON output.
 *
 * @param version  the program's version.
 * @param baseline the strategy that serves as the baseline.
 * @param strategy the strategy that is compared with the baseline.
 * @param draws    the number of random sets of costs.
 * @param answers  the savings, and the costs that affect them.
 */
public record Sensitivity(String version, String baseline, String strategy, int draws, List<CostEffects> answers) {
    /** Compares two strategies. The executed operations are priced with all draws of the uncertain costs. */
    public static Sensitivity of(final Comparison comparison) {
        final List<Strategy> strategies = comparison.settings().strategies();
        return new Sensitivity(
                Version.CURRENT,
                strategies.get(0).label(),
                strategies.get(1).label(),
                Draws.COUNT,
                CostEffects.of(
                        comparison.run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE),
                        comparison.settings().hardware().costs()));
    }

    /** Returns a title that contains the names of the two strategies. */
    String title() {
        return strategy + " instead of " + baseline;
    }

    /** Returns a sentence about the costs that determine which strategy is better. */
    String verdict() {
        final List<String> turning = new ArrayList<>();
        for (final CostEffects.Effect effect : answers.get(0).effects()) {
            if (effect.turnsAt() != null) {
                turning.add(effect.name() + " at " + SensitivityTable.rounded(effect.turnsAt()));
            }
        }
        turning.addAll(answers.get(0).pairs());
        return turning.isEmpty()
                ? "No cost within its range, and no pair of costs, changes the sign."
                : turning.stream().collect(Collectors.joining("; ", "Costs that change the sign: ", "."));
    }

    /** Returns a plot of the first saving as an SVG file. */
    public String plot() {
        return new Tornado(answers.get(0)).svg(title());
    }
}
