// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.SeededRandom;

/**
 * Joint draws of all uncertain costs, arranged as a Latin hypercube: each cost has exactly one value in each of the 200
 * equally likely parts of its distribution. The logarithm of a cost is uniformly distributed on either side of the
 * default value. Each side has half of the probability, so the default is the median. All strategies use the same
 * draws. Immutable.
 */
public final class Draws {
    /** The number of sheets drawn. */
    public static final int COUNT = 200;

    private static final long SEED = 32;
    private static final double LOW = 0.05;

    private final List<CostParameter> drawn;
    private final List<Sheet> sheets = new ArrayList<>();

    /** Draws the costs of a model. */
    public Draws(final CostModel costs) {
        drawn = Arrays.stream(CostParameter.values())
                .filter(parameter -> isPriced(parameter) && costs.low(parameter) < costs.high(parameter))
                .toList();
        final Sheet usual = Sheet.of(costs);
        for (int i = 0; i < COUNT; i++) {
            sheets.add(new Sheet(usual.values().clone()));
        }
        for (final CostParameter parameter : drawn) {
            draw(
                    costs,
                    parameter,
                    new SeededRandom(SEED).split(parameter.parameterName().hashCode()));
        }
    }

    /**
     * Returns true if a parameter is a price for counted work. The other parameters change the work that the simulation
     * counts.
     */
    private static boolean isPriced(final CostParameter parameter) {
        return parameter.ordinal() < CostParameter.charged()
                || parameter == CostParameter.COMPACTED_SHARE
                || parameter == CostParameter.FIRMWARE_COMMANDS;
    }

    private void draw(final CostModel costs, final CostParameter parameter, final SeededRandom random) {
        final int[] strata = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            final int other = random.nextInt(i + 1);
            strata[i] = strata[other];
            strata[other] = i;
        }
        for (int i = 0; i < COUNT; i++) {
            final double part = (strata[i] + random.nextDouble()) / COUNT;
            sheets.get(i).values()[parameter.ordinal()] =
                    quantile(costs.low(parameter), costs.get(parameter), costs.high(parameter), part);
        }
    }

    private static double quantile(final double low, final double usual, final double high, final double part) {
        return part < 0.5 ? between(low, usual, 2 * part) : between(usual, high, 2 * part - 1);
    }

    private static double between(final double from, final double to, final double part) {
        return from > 0 ? from * Math.pow(to / from, part) : to * part;
    }

    /** Returns the costs drawn. */
    public List<CostParameter> drawn() {
        return drawn;
    }

    /** Returns a cost's value in each draw. */
    public double[] values(final CostParameter parameter) {
        return sheets.stream().mapToDouble(sheet -> sheet.get(parameter)).toArray();
    }

    /** Returns a figure's value in each draw. */
    double[] all(final ToDoubleFunction<Sheet> figure) {
        return sheets.stream().mapToDouble(figure).toArray();
    }

    /** Returns a figure's median and the interval with 90 % of the draws. */
    Spread interval(final ToDoubleFunction<Sheet> figure) {
        final double[] sorted = all(figure);
        Arrays.sort(sorted);
        return new Spread(at(sorted, 0.5), at(sorted, LOW), at(sorted, 1 - LOW));
    }

    private static double at(final double[] sorted, final double part) {
        final double place = part * (sorted.length - 1);
        final int below = (int) place;
        final int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
