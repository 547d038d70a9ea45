// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rpcrdma.bench.argument.CompareOptions;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The settings of a sweep's points. A setting is the name of a {@code compare} option without its dashes. If the name
 * contains a dot, the setting is a parameter of the cost model.
 */
final class SweepSettings {
    /** The options that accept a list. They cannot be varied. */
    static final Set<String> LISTS = Set.of("strategy");

    private static final String SET = "set";
    /** The maximum number of edits between an unknown name and a suggested name. */
    private static final int MOST_EDITS = 3;

    private SweepSettings() {}

    /** Returns the names of all settings that can be varied. */
    static Stream<String> names() {
        return Stream.concat(
                CompareOptions.all().stream()
                        .map(option -> option.longestName().substring(2))
                        .filter(name -> !name.equals(SET) && !LISTS.contains(name)),
                CostModel.parameters().stream().map(CostParameter::parameterName));
    }

    /** Returns the comparison options on a command line as settings. */
    static Map<String, String> of(final ParseResult parsed) {
        final Set<String> known =
                CompareOptions.all().stream().map(OptionSpec::longestName).collect(Collectors.toSet());
        final Map<String, String> settings = new LinkedHashMap<>();
        for (final OptionSpec option : parsed.matchedOptions()) {
            if (known.contains(option.longestName())) {
                add(settings, option);
            }
        }
        return settings;
    }

    /**
     * Returns the comparison settings of a point.
     *
     * @throws InputException if an option or a value is unusable.
     */
    static ComparisonSettings comparison(final Map<String, String> settings) {
        settings.keySet().forEach(SweepSettings::checkName);
        return CompareOptions.parse(settings.entrySet().stream()
                        .map(setting -> (setting.getKey().indexOf('.') < 0 ? "--" : "--set=") + setting)
                        .toArray(String[]::new))
                .settings();
    }

    /** Rejects an unknown option. Names with a dot are checked by the cost model. */
    private static void checkName(final String name) {
        final List<String> known =
                CompareOptions.all().stream().map(OptionSpec::longestName).toList();
        if (name.indexOf('.') >= 0 || known.contains("--" + name)) {
            return;
        }
        final String nearest = known.stream()
                .map(option -> option.substring(2))
                .min(Comparator.comparingInt(option -> edits(name, option)))
                .orElseThrow();
        throw new InputException("compare has no option --" + name
                + (edits(name, nearest) <= MOST_EDITS ? "; did you mean " + nearest + "?" : ""));
    }

    /** Returns the number of letters to insert, delete or replace to turn one word into another. */
    private static int edits(final String from, final String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            final int[] next = new int[row.length];
            next[0] = i;
            for (int j = 1; j < row.length; j++) {
                final int replaced = row[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replaced, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[to.length()];
    }

    /** Returns the defaults of all comparison options and cost parameters as settings. */
    static Map<String, String> defaults() {
        final ComparisonSettings usual = new ComparisonSettings.Builder().build();
        final SimulatedHardware hardware = usual.hardware();
        final Map<String, String> defaults = new LinkedHashMap<>();
        for (final OptionSpec option : CompareOptions.all()) {
            final String value = option.arity().max() == 0 ? "false" : option.defaultValue();
            if (value != null) {
                defaults.put(option.longestName().substring(2), value);
            }
        }
        defaults.put("machine", hardware.machine());
        defaults.put("iommu", hardware.iommuLabel());
        defaults.put("connections", Integer.toString(usual.traffic().connections()));
        defaults.put("arrivals", Integer.toString((int) usual.traffic().arrivals()));
        defaults.put("credits", Integer.toString(usual.buffers().credits()));
        defaults.put("buffer-size", Integer.toString(BufferSettings.USUAL_SIZE));
        CostModel.parameters()
                .forEach(parameter -> defaults.put(
                        parameter.parameterName(),
                        BigDecimal.valueOf(hardware.costs().get(parameter))
                                .stripTrailingZeros()
                                .toPlainString()));
        return defaults;
    }

    private static void add(final Map<String, String> settings, final OptionSpec option) {
        final String name = option.longestName().substring(2);
        final List<String> values = option.originalStringValues();
        if (!name.equals(SET)) {
            settings.put(name, option.arity().max() == 0 ? "true" : String.join(",", values));
            return;
        }
        for (final String value : values) {
            final int equals = value.indexOf('=');
            if (equals < 1) {
                throw new InputException("--set must be NAME=VALUE: " + value);
            }
            settings.put(value.substring(0, equals), value.substring(equals + 1));
        }
    }
}
