// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.rpcrdma.bench.compare.ComparisonSettings;
import org.rpcrdma.bench.compare.Traffic;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;

/** The uncertain assumptions of a comparison. */
final class Inputs {
    private static final int MOST_PROCESSORS = 64;
    private static final int MOST_THREADS = 64;
    private static final double ARRIVALS_FACTOR = 10;

    private Inputs() {}

    /**
     * Returns the uncertain ones of a comparison.
     *
     * @param settings the comparison's
     * @param given    names of parameters and options whose values somebody knows: they are not moved.
     */
    static List<Input> of(final ComparisonSettings settings, final Set<String> given) {
        final List<Input> inputs = new ArrayList<>();
        final CostModel costs = settings.hardware().costs();
        CostModel.parameters().stream()
                .filter(parameter -> costs.low(parameter) < costs.high(parameter))
                .map(parameter -> uncertain(parameter, costs))
                .forEach(inputs::add);
        inputs.add(assumed("processors", "", settings.host().processors(), 1, MOST_PROCESSORS));
        inputs.add(assumed("threads", "", settings.host().threads(), 1, MOST_THREADS));
        final Traffic traffic = settings.traffic();
        if (!traffic.isAtOnce()) {
            final double usual = traffic.arrivals();
            inputs.add(assumed("arrivals", "a second", usual, usual / ARRIVALS_FACTOR, usual * ARRIVALS_FACTOR));
        }
        inputs.removeIf(input -> given.contains(input.name()));
        return inputs;
    }

    private static Input uncertain(final CostParameter parameter, final CostModel costs) {
        return new Input(
                parameter.parameterName(),
                parameter.unit(),
                costs.get(parameter),
                costs.low(parameter),
                costs.high(parameter),
                costs.certainty(parameter).name().toLowerCase(Locale.ROOT));
    }

    private static Input assumed(
            final String option, final String unit, final double usual, final double low, final double high) {
        return new Input(option, unit, usual, low, high, "option");
    }
}
