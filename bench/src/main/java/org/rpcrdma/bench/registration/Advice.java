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
 * @param pools each pool that has to serve something.
 */
public record Advice(List<PoolAdvice> pools) {
    /**
     * A pool.
     *
     * @param device     the device's name.
     * @param key        the pool's key as rdma(8) writes it.
     * @param usual      handles usually in use.
     * @param most       handles in use at most.
     * @param settings   what each setting would have cost.
     * @param best       for each scenario, the setting to choose.
     */
    public record PoolAdvice(
            String device, String key, int usual, int most, List<SettingCost> settings, List<Choice> best) {}

    /**
     * A setting and its costs, in the order of {@link Scenario}.
     *
     * @param setting   the setting.
     * @param creations of each scenario, handles that a user had to wait for.
     * @param meanIdle  of each scenario, handles idle, mean over time.
     */
    public record SettingCost(Setting setting, List<Long> creations, List<Double> meanIdle) {}

    /**
     * What to choose in a scenario.
     *
     * @param scenario the scenario.
     * @param setting  the setting with the fewest creations, of several that with the fewest idle handles; for idle
     *                 nights that with the fewest idle handles.
     */
    public record Choice(Scenario scenario, Setting setting) {}

    /** Weighs the settings of each pool. */
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

    /** The first of equals: settings are listed from the least to the most. */
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
