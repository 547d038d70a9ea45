// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The result of {@code rpcrdma frmr advise}.
 *
 * @param pools the advice for each used pool.
 */
public record Advice(List<PoolAdvice> pools) {
    /**
     * The advice for one pool.
     *
     * @param device   the device's name.
     * @param key      the pool's key in the syntax of rdma(8).
     * @param usual    the median number of handles in use.
     * @param most     the maximum number of handles in use.
     * @param settings the cost of each setting.
     * @param best     the recommended setting for each scenario.
     */
    public record PoolAdvice(
            String device, String key, int usual, int most, List<SettingCost> settings, List<Choice> best) {}

    /**
     * A setting and its costs, which are listed in the order of {@link Scenario}.
     *
     * @param setting   the setting.
     * @param creations the number of handles that users had to wait for, in each scenario.
     * @param meanIdle  the time-weighted mean number of idle handles, in each scenario.
     */
    public record SettingCost(Setting setting, List<Long> creations, List<Double> meanIdle) {}

    /**
     * The recommendation for a scenario.
     *
     * @param scenario the scenario.
     * @param setting  the setting with the fewest creations and, among equals, the fewest idle handles; for idle
     *     nights, the setting with the fewest idle handles.
     */
    public record Choice(Scenario scenario, Setting setting) {}

    /** Evaluates the settings of each pool. */
    public static Advice of(final Collection<PoolDemand> demands, final Scenario.Gaps gaps) {
        return new Advice(demands.stream()
                .filter(demand -> demand.most() > 0)
                .map(demand -> advise(demand, gaps))
                .toList());
    }

    private static PoolAdvice advise(final PoolDemand demand, final Scenario.Gaps gaps) {
        final List<SettingCost> costs = new ArrayList<>();
        for (final Setting setting : Setting.of(demand)) {
            final List<PoolRun.Cost> runs = new ArrayList<>();
            for (final Scenario scenario : Scenario.values()) {
                runs.add(scenario.cost(demand, setting, gaps));
            }
            costs.add(new SettingCost(
                    setting,
                    runs.stream().map(PoolRun.Cost::creations).toList(),
                    runs.stream().map(PoolRun.Cost::meanIdle).toList()));
        }
        final List<Choice> best = new ArrayList<>();
        for (final Scenario scenario : Scenario.values()) {
            best.add(new Choice(scenario, best(costs, scenario)));
        }
        return new PoolAdvice(demand.device(), demand.key(), demand.usual(), demand.most(), costs, best);
    }

    /**
     * Returns the best setting, or the first of several equally good settings. Settings are listed in ascending order.
     */
    private static Setting best(final List<SettingCost> costs, final Scenario scenario) {
        final int column = scenario.ordinal();
        final Comparator<SettingCost> creations =
                Comparator.comparingLong(cost -> cost.creations().get(column));
        final Comparator<SettingCost> idle =
                Comparator.comparingDouble(cost -> cost.meanIdle().get(column));
        return costs.stream()
                .min(scenario == Scenario.NIGHT ? idle : creations.thenComparing(idle))
                .orElseThrow()
                .setting();
    }
}
