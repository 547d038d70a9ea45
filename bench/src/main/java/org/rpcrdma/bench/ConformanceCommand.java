/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.rpcrdma.bench.conformance.Conformance;
import org.rpcrdma.bench.conformance.DeviceTestbed;
import org.rpcrdma.bench.conformance.Row;
import org.rpcrdma.bench.conformance.RowResult;
import org.rpcrdma.bench.conformance.RowResult.Outcome;
import org.rpcrdma.bench.conformance.SimulatedTestbed;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.TestbedFactory;
import org.rpcrdma.bench.conformance.TestbedOptions;
import org.rpcrdma.nic.Personality;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds the simulated RNIC to the rules of real verbs, row by row. */
@Command(
        name = "conformance",
        description = "Holds the simulated RNIC to the rules of real verbs, row by row, and prints id, result, rule and"
                + " source of each. With --device it holds a device of this host to them, and compares: rows that end"
                + " otherwise in the simulation of such a device are listed at the end.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConformanceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--personality",
            paramLabel = "P",
            description =
                    "where devices differ, as which: spec, rxe, iwarp, mlx5 (default: spec; of a host's device what"
                            + " its name begins with)")
    private String personality;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description =
                    "a device of this host, as rdma link shows it, for example rxe0 or mlx5_0; needs JDK 22 or newer")
    private String device;

    @Option(
            names = "--row",
            paramLabel = "ID",
            description = "only rows whose ids begin so, for example MR or MR-01; can be given again")
    private List<String> only = List.of();

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        json.check();
        final Personality chosen = personality();
        final TestbedFactory simulated = SimulatedTestbed.factory(chosen);
        final TestbedFactory factory = device == null ? simulated : deviceFactory(chosen);
        final List<RowResult> results = new ArrayList<>();
        final List<ConformanceDifference> differences = new ArrayList<>();
        final PrintWriter out = spec.commandLine().getOut();
        for (final Row row : rows()) {
            final RowResult result = row.run(factory);
            results.add(result);
            if (device != null) {
                compare(result, row.run(simulated), differences);
            }
            if (!json.isStandardOutput()) {
                print(out, row, result);
                StandardOutput.flush(out);
            }
        }
        if (!json.isStandardOutput()) {
            printSum(out, results);
            differences.forEach(difference -> print(out, difference));
            StandardOutput.flush(out);
        }
        json.write(new ConformanceReport(chosen.label(), device, results, differences), out);
        return count(results, Outcome.FAIL) == 0 ? Rpcrdma.DONE : Rpcrdma.FAILED;
    }

    private List<Row> rows() {
        final List<Row> rows = Conformance.rows().stream()
                .filter(row -> only.isEmpty() || only.stream().anyMatch(row.id()::startsWith))
                .toList();
        if (rows.isEmpty()) {
            throw new InputException("no row begins so: --row " + String.join(" --row ", only));
        }
        return rows;
    }

    /** A device that cannot be opened is an unusable argument, not the failure of every row. */
    private TestbedFactory deviceFactory(final Personality chosen) {
        final TestbedFactory factory = DeviceTestbed.factory(device, chosen);
        try (Testbed first = factory.open(TestbedOptions.DEFAULT)) {
            first.settle();
        } catch (final VerbsException | IllegalStateException e) {
            throw new InputException("--device " + device + ": " + e.getMessage());
        }
        return factory;
    }

    /** What a row is skipped for is said in other words of a host's device. */
    private static void compare(
            final RowResult real, final RowResult simulated, final List<ConformanceDifference> differences) {
        if (real.outcome() != simulated.outcome()) {
            differences.add(new ConformanceDifference(real.id(), real, simulated));
        }
    }

    private static void print(final PrintWriter out, final ConformanceDifference difference) {
        out.printf(
                "differs: %-9s device=%s simulated=%s  %s%n",
                difference.id(),
                difference.device().result(),
                difference.simulated().result(),
                difference.device().detail().isEmpty()
                        ? difference.simulated().detail()
                        : difference.device().detail());
    }

    private Personality personality() {
        if (personality == null) {
            return device == null ? Personality.SPEC : Personalities.ofDevice(device);
        }
        try {
            return Personality.of(personality);
        } catch (final IllegalArgumentException e) {
            final String known =
                    Arrays.stream(Personality.values()).map(Personality::label).collect(Collectors.joining(", "));
            throw new InputException("--personality knows " + known + ": " + personality);
        }
    }

    private static void print(final PrintWriter out, final Row row, final RowResult result) {
        out.printf("%-9s %-4s  %s  [%s]%n", row.id(), result.result(), row.text(), row.source());
        if (!result.detail().isEmpty()) {
            out.printf("%-9s       %s%n", "", result.detail());
        }
    }

    private static void printSum(final PrintWriter out, final List<RowResult> results) {
        out.printf(
                "%d rows: %d pass, %d fail, %d skip%n",
                results.size(),
                count(results, Outcome.PASS),
                count(results, Outcome.FAIL),
                count(results, Outcome.SKIP));
    }

    private static long count(final List<RowResult> results, final Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }
}
