// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.rpcrdma.bench.registration.Advice.Choice;
import org.rpcrdma.bench.registration.Advice.PoolAdvice;
import org.rpcrdma.bench.registration.Advice.SettingCost;

/** Prints advice: the commands first, then the cost of each setting. */
public record AdviceReport(Advice advice, PrintWriter out) {
    /** Prints the report. */
    public void print() {
        for (final Scenario scenario : Scenario.values()) {
            print(scenario);
        }
        advice.pools().forEach(this::print);
    }

    private void print(final Scenario scenario) {
        out.println("For " + scenario.label() + ":");
        final TreeMap<String, Integer> agings = new TreeMap<>();
        for (final PoolAdvice pool : advice.pools()) {
            final Setting setting = chosen(pool, scenario);
            agings.merge(pool.device(), setting.aging(), Math::max);
            if (setting.pinned() > 0) {
                out.println("  rdma resource set frmr_pools dev " + pool.device() + " pinned " + pool.key() + " "
                        + setting.pinned());
            }
        }
        agings.forEach(
                (device, aging) -> out.println("  rdma resource set frmr_pools dev " + device + " aging " + aging));
    }

    private static Setting chosen(final PoolAdvice pool, final Scenario scenario) {
        return pool.best().stream()
                .filter(choice -> choice.scenario() == scenario)
                .map(Choice::setting)
                .findFirst()
                .orElseThrow();
    }

    private void print(final PoolAdvice pool) {
        out.println();
        out.println(
                format("%s %s: usually %,d in use, at most %,d", pool.device(), pool.key(), pool.usual(), pool.most()));
        out.println("                          creations in use                   idle handles, mean");
        out.println("setting           record restart  bursts  nights   record restart  bursts  nights");
        for (final SettingCost cost : pool.settings()) {
            out.println(format("pinned %,-4d", cost.setting().pinned())
                    + format(" %,5d s", cost.setting().aging())
                    + row("%,8d", cost.creations()) + " " + row("%,8.1f", cost.meanIdle()));
        }
    }

    private static String row(final String form, final List<?> values) {
        final StringBuilder row = new StringBuilder();
        values.forEach(value -> row.append(format(form, value)));
        return row.toString();
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
