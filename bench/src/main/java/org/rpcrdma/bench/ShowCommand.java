// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.jvm.JvmOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Prints objects of a running JVM, filtered by words as rdma(8) takes them: a line each, or an array of JSON objects.
 *
 * @param <R> an object as it is printed.
 */
abstract class ShowCommand<R> implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    @Mixin
    private JsonOption json;

    @Mixin
    private JvmOption jvm;

    @Option(names = "--demo", description = "show those of simulated devices after a short workload")
    private boolean demo;

    @Override
    public final Integer call() throws IOException {
        json.refuseWordAsFile(filterWords());
        filter(words);
        if (demo && jvm.isGiven()) {
            throw new InputException("--demo and --pid exclude each other");
        }
        print(demo ? ofDemo() : ofJvm(jvm));
        return ExitCode.DONE;
    }

    private void print(final List<R> rows) throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        if (!json.isStandardOutput()) {
            rows.forEach(row -> out.println(line(row)));
            StandardOutput.flush(out);
        }
        json.write(rows.stream().map(this::members).toList(), out);
    }

    /** Returns the words that begin a filter. */
    abstract Set<String> filterWords();

    /**
     * Reads the words that choose objects.
     *
     * @throws InputException if they are unusable.
     */
    abstract void filter(List<String> arguments);

    /** Returns the chosen objects of a workload that runs in this JVM. */
    abstract List<R> ofDemo() throws IOException;

    /** Returns the chosen objects of another JVM. */
    abstract List<R> ofJvm(JvmOption other) throws IOException;

    abstract String line(R row);

    /** Returns the members of the JSON object, in their order. */
    abstract Map<String, Object> members(R row);
}
