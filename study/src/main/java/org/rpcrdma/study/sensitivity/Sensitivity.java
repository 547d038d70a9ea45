// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rpcrdma.bench.compare.CostEffects;

/**
 * How sure a comparison's savings are; also its JSON.
 *
 * @param version  of rpcrdma
 * @param baseline the strategy that the other one is compared with
 * @param strategy the other one
 * @param draws    how many sheets of costs were drawn
 * @param answers  the savings, and what moves them
 */
@JsonPropertyOrder({"version", "baseline", "strategy", "draws", "answers"})
public record Sensitivity(String version, String baseline, String strategy, int draws, List<CostEffects> answers) {
    /** Returns which pair of strategies it is about. */
    String title() {
        return strategy + " instead of " + baseline;
    }

    /** Returns which costs decide which strategy is the better one, in words. */
    String verdict() {
        final List<String> turning = new ArrayList<>();
        for (final CostEffects.Effect effect : answers.get(0).effects()) {
            if (effect.turnsAt() != null) {
                turning.add(effect.name() + " at " + SensitivityTable.rounded(effect.turnsAt()));
            }
        }
        turning.addAll(answers.get(0).pairs());
        return turning.isEmpty()
                ? "No cost inside of its range turns the sign, and no two."
                : turning.stream().collect(Collectors.joining("; ", "The sign is turned by ", "."));
    }

    /** Returns the plot of the first answer, as an SVG file. */
    public String plot() throws IOException {
        return new Tornado(answers.get(0)).file(title());
    }
}
