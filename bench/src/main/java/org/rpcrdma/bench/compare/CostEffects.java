// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The causes of a saving's interval. To find them, the executed work is priced with all draws, and also with one or two
 * costs set to the ends of their ranges.
 *
 * @param title   the saving's name.
 * @param unit    the saving's unit.
 * @param usual   the saving at default costs.
 * @param median  the median over the draws.
 * @param low     the draws' 5 % quantile.
 * @param high    the draws' 95 % quantile.
 * @param drawn   the number of costs drawn.
 * @param effects the costs that change the saving, in descending order of rank correlation.
 * @param pairs   pairs of costs that together change the saving's sign, although neither cost does so alone.
 */
public record CostEffects(
        String title,
        String unit,
        double usual,
        double median,
        double low,
        double high,
        int drawn,
        List<Effect> effects,
        List<String> pairs) {
    private static final int STEPS = 40;

    /**
     * The effect of one cost.
     *
     * @param name        the parameter's name.
     * @param unit        the unit of its values.
     * @param basis       the certainty of the value.
     * @param usual       the default value.
     * @param low         the lowest plausible value.
     * @param high        the highest plausible value.
     * @param correlation Spearman's rank correlation between cost and saving over the draws, -1 to 1.
     * @param atLow       the saving with this cost at its lowest value and all other costs at their defaults.
     * @param atHigh      the saving with this cost at its highest value and all other costs at their defaults.
     * @param turnsAt     the value at which the saving changes sign, with all other costs at their defaults; null if
     *                    the sign does not change.
     */
    public record Effect(
            String name,
            String unit,
            String basis,
            double usual,
            double low,
            double high,
            double correlation,
            double atLow,
            double atHigh,
            Double turnsAt) {}

    /**
     * Returns the effects of costs on the saving of a result's second strategy, once in microseconds and once as a
     * percentage.
     */
    public static List<CostEffects> of(final ComparisonResult result, final CostModel costs) {
        final Executed before = result.strategies().get(0).executed();
        final Executed now = result.strategies().get(1).executed();
        return List.of(
                of(
                        "CPU time saved on connection set-up and tear-down",
                        "us",
                        costs,
                        sheet -> (before.connectionNanos(sheet) - now.connectionNanos(sheet)) / 1e3),
                of(
                        "share of connection set-up and tear-down saved",
                        "%",
                        costs,
                        sheet -> 100 * (1 - now.connectionNanos(sheet) / before.connectionNanos(sheet))));
    }

    /** Returns the costs that most strongly affect the CPU time saved per connection. */
    static List<String> strongest(final Executed before, final Executed now, final Draws draws, final int count) {
        final Saving saving = sheet -> before.connectionNanos(sheet) - now.connectionNanos(sheet);
        final double[] ranks = ranks(draws.all(saving::of));
        return draws.drawn().stream()
                .sorted(Comparator.comparingDouble(cost -> -Math.abs(correlation(ranks(draws.values(cost)), ranks))))
                .limit(count)
                .map(CostParameter::parameterName)
                .toList();
    }

    /** A saving as a function of the cost sheet. */
    private interface Saving {
        double of(Sheet sheet);

        /** Returns the saving after two costs are changed. Both arguments may name the same cost. */
        default double at(
                final CostModel costs,
                final CostParameter one,
                final double value,
                final CostParameter other,
                final double otherValue) {
            final double[] values = Sheet.of(costs).values();
            values[other.ordinal()] = otherValue;
            values[one.ordinal()] = value;
            return of(new Sheet(values));
        }
    }

    private static CostEffects of(final String title, final String unit, final CostModel costs, final Saving saving) {
        final Draws draws = new Draws(costs);
        final Spread interval = draws.interval(saving::of);
        final double[] ranks = ranks(draws.all(saving::of));
        final List<CostParameter> moving = new ArrayList<>();
        final List<Effect> effects = new ArrayList<>();
        for (final CostParameter cost : draws.drawn()) {
            final double atLow = saving.at(costs, cost, costs.low(cost), cost, 0);
            final double atHigh = saving.at(costs, cost, costs.high(cost), cost, 0);
            if (Math.abs(atHigh - atLow) > 1e-9 * Math.abs(interval.median())) {
                moving.add(cost);
                effects.add(new Effect(
                        cost.parameterName(),
                        cost.unit(),
                        costs.certainty(cost).name().toLowerCase(Locale.ROOT),
                        costs.get(cost),
                        costs.low(cost),
                        costs.high(cost),
                        correlation(ranks(draws.values(cost)), ranks),
                        atLow,
                        atHigh,
                        turnsAt(costs, cost, saving)));
            }
        }
        final List<String> pairs = pairs(costs, moving, effects, saving);
        effects.sort(Comparator.comparingDouble((Effect effect) -> -Math.abs(effect.correlation)));
        return new CostEffects(
                title,
                unit,
                saving.of(Sheet.of(costs)),
                interval.median(),
                interval.low(),
                interval.high(),
                draws.drawn().size(),
                List.copyOf(effects),
                pairs);
    }

    private static List<String> pairs(
            final CostModel costs, final List<CostParameter> moving, final List<Effect> effects, final Saving saving) {
        final double usual = Math.signum(saving.of(Sheet.of(costs)));
        final List<String> pairs = new ArrayList<>();
        for (int i = 0; i < moving.size(); i++) {
            for (int j = i + 1; j < moving.size(); j++) {
                final CostParameter one = moving.get(i);
                final CostParameter other = moving.get(j);
                if (effects.get(i).turnsAt == null
                        && effects.get(j).turnsAt == null
                        && corners(costs, one, other, saving).anyMatch(corner -> Math.signum(corner) == -usual)) {
                    pairs.add(one.parameterName() + " with " + other.parameterName());
                }
            }
        }
        return pairs;
    }

    private static DoubleStream corners(
            final CostModel costs, final CostParameter one, final CostParameter other, final Saving saving) {
        return IntStream.range(0, 4)
                .mapToDouble(corner -> saving.at(
                        costs,
                        one,
                        corner % 2 == 0 ? costs.low(one) : costs.high(one),
                        other,
                        corner / 2 == 0 ? costs.low(other) : costs.high(other)));
    }

    /** Returns the value at which the saving becomes 0, between a cost's default and one end of its range. */
    private static Double turnsAt(final CostModel costs, final CostParameter cost, final Saving saving) {
        final double sign = Math.signum(saving.of(Sheet.of(costs)));
        for (final double end : new double[] {costs.low(cost), costs.high(cost)}) {
            if (Math.signum(saving.at(costs, cost, end, cost, 0)) == -sign) {
                double same = costs.get(cost);
                double turned = end;
                for (int i = 0; i < STEPS; i++) {
                    final double middle = (same + turned) / 2;
                    if (Math.signum(saving.at(costs, cost, middle, cost, 0)) == -sign) {
                        turned = middle;
                    } else {
                        same = middle;
                    }
                }
                return turned;
            }
        }
        return null;
    }

    private static double[] ranks(final double[] values) {
        final Integer[] order = IntStream.range(0, values.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
        final double[] ranks = new double[values.length];
        for (int i = 0; i < order.length; i++) {
            ranks[order[i]] = i;
        }
        return ranks;
    }

    /** Returns the correlation of two permutations of the same numbers. */
    private static double correlation(final double[] one, final double[] other) {
        final double mean = (one.length - 1) / 2.0;
        double both = 0;
        double square = 0;
        for (int i = 0; i < one.length; i++) {
            both += (one[i] - mean) * (other[i] - mean);
            square += (one[i] - mean) * (one[i] - mean);
        }
        return both / square;
    }
}
