// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.load.WorkloadOptions;
import org.rpcrdma.nic.cost.CostModel;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The points of a sweep as comparisons. A setting is an option of {@code compare} by its name without dashes, or, if
 * the name has a point in it, a parameter of the cost model.
 */
public final class SweepPoints {
    /** The option that takes a list: it is never varied. */
    public static final Set<String> LISTS = Set.of("strategy");

    private static final String SET = "set";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Captures captures;

    /** A point's command line: the options of a comparison only. */
    @Command
    private static final class PointArguments {
        @Mixin
        private CompareOptions arguments;
    }

    public SweepPoints(final Captures captures) {
        this.captures = captures;
    }

    /** Returns the comparison's options that a command line has, as settings. */
    public static Map<String, String> settings(final ParseResult parsed) {
        final Set<String> known = new CommandLine(new PointArguments())
                .getCommandSpec().options().stream()
                        .map(OptionSpec::longestName)
                        .collect(Collectors.toSet());
        final Map<String, String> settings = new LinkedHashMap<>();
        for (final OptionSpec option : parsed.matchedOptions()) {
            if (known.contains(option.longestName())) {
                add(settings, option);
            }
        }
        return settings;
    }

    /** Returns the defaults of a comparison's options and of the cost model's parameters, as settings. */
    public static Map<String, String> defaults() {
        final Hardware hardware = new HardwareOptions().conclude();
        final Map<String, String> defaults = new LinkedHashMap<>();
        for (final OptionSpec option :
                new CommandLine(new PointArguments()).getCommandSpec().options()) {
            final String value = option.arity().max() == 0 ? "false" : option.defaultValue();
            if (value != null) {
                defaults.put(option.longestName().substring(2), value);
            }
        }
        defaults.put("machine", hardware.machine());
        defaults.put("iommu", hardware.iommuLabel());
        defaults.put("buffer-size", Integer.toString(WorkloadOptions.USUAL_BUFFER));
        CostModel.parameters()
                .forEach(parameter -> defaults.put(
                        parameter.name(),
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
                throw new InputException("--set takes NAME=VALUE: " + value);
            }
            settings.put(value.substring(0, equals), value.substring(equals + 1));
        }
    }

    /** Returns a point's comparison, checked; refused in one line, that names the point, if it cannot be run. */
    public Comparison comparison(final Point point) throws IOException {
        final PointArguments parsed = new PointArguments();
        try {
            final CommandLine line = new CommandLine(parsed);
            line.parseArgs(arguments(point.settings()));
            return parsed.arguments.conclude(captures);
        } catch (final ParameterException | InputException e) {
            final String label = point.label();
            throw new InputException(label.isEmpty() ? e.getMessage() : label + ": " + e.getMessage());
        }
    }

    private static String[] arguments(final Map<String, String> settings) {
        final List<String> arguments = new ArrayList<>();
        settings.forEach((name, value) ->
                arguments.add(name.indexOf('.') < 0 ? "--" + name + "=" + value : "--set=" + name + "=" + value));
        return arguments.toArray(String[]::new);
    }

    /**
     * Runs a point and returns its result as in {@code compare --json}.
     *
     * @param progress receives the number of RPCs of all strategies that are done, now and then.
     */
    public JsonNode run(final Point point, final ShownArenas arenas, final LongConsumer progress) throws IOException {
        final Comparison comparison = comparison(point);
        return JSON.valueToTree(
                comparison.run(arenas, TapFactory.NONE, (strategy, seed, done) -> progress.accept(done)));
    }
}
