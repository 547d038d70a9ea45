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
import org.rpcrdma.bench.conformance.Row;
import org.rpcrdma.bench.conformance.RowResult;
import org.rpcrdma.bench.conformance.RowResult.Outcome;
import org.rpcrdma.bench.conformance.SimulatedTestbed;
import org.rpcrdma.bench.conformance.TestbedFactory;
import org.rpcrdma.nic.Personality;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds the simulated RNIC to the rules of real verbs, row by row. */
@Command(
        name = "conformance",
        description = "Holds the simulated RNIC to the rules of real verbs, row by row, and prints id, result, rule and"
                + " source of each.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConformanceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--personality",
            paramLabel = "P",
            defaultValue = "spec",
            description = "where devices differ, as which: spec, rxe, iwarp, mlx5 (default: ${DEFAULT-VALUE})")
    private String personality;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        json.check();
        final Personality chosen = personality();
        final TestbedFactory factory = SimulatedTestbed.factory(chosen);
        final List<RowResult> results = new ArrayList<>();
        final PrintWriter out = spec.commandLine().getOut();
        for (final Row row : Conformance.rows()) {
            final RowResult result = row.run(factory);
            results.add(result);
            if (!json.isStandardOutput()) {
                print(out, row, result);
            }
        }
        if (!json.isStandardOutput()) {
            printSum(out, results);
            StandardOutput.flush(out);
        }
        json.write(new ConformanceReport(chosen.label(), results), out);
        return count(results, Outcome.FAIL) == 0 ? Rpcrdma.DONE : Rpcrdma.FAILED;
    }

    private Personality personality() {
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
