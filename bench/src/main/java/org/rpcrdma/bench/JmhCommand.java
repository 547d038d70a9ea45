// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rpcrdma jmh [PATTERN]}: runs the microbenchmarks in forked JVMs with this JVM's flags. */
@Command(
        name = "jmh",
        description = "Runs microbenchmarks of this project and comparable libraries.",
        customSynopsis = "rpcrdma jmh [OPTION]... [PATTERN] [-- JMH-OPTION...]",
        footer = {
            "",
            "JMH's options follow --; rpcrdma jmh -- -h lists them.",
            "",
            "Examples:",
            "  rpcrdma jmh",
            "  rpcrdma jmh ArenaPair --gc",
            "  rpcrdma jmh ArenaPair -- -f 1 -wi 2",
            "  rpcrdma jmh ConnectionMapping --json mapping.json"
        },
        mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
    private static final String BEFORE_OPTIONS = "--";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..*",
            hideParamSyntax = true,
            description = "a regular expression that selects benchmarks by name (default: all benchmarks)")
    private List<String> words = List.of();

    @Mixin
    private JsonOption json;

    @Option(names = "--gc", description = "also measure allocation")
    private boolean gc;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "number of JVMs per benchmark (default: set by the benchmark)")
    private Integer forks;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "a local device on which ConnectionMapping registers memory, for example udp:127.0.0.1, or "
                    + "rxe0 with JDK 22 or newer (default: a simulated device)")
    private String device;

    /** Called by picocli. */
    JmhCommand() {}

    @Override
    public Integer call() throws IOException {
        if (forks != null && forks < 1) {
            throw new InputException("--forks must be at least 1: " + forks);
        }
        final Microbenchmarks benchmarks = ServiceLoader.load(Microbenchmarks.class)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "the microbenchmarks are not on the class path: run ./rpcrdma jmh in a copy of the sources"));
        final Microbenchmarks.Request request = request();
        try {
            return benchmarks.print(request, System.out) ? ExitCode.DONE : run(benchmarks, request);
        } catch (final IllegalArgumentException e) {
            throw new InputException("JMH rejects " + String.join(" ", request.options()) + ": " + e.getMessage());
        }
    }

    private Microbenchmarks.Request request() {
        final List<String> options = jmhOptions();
        final List<String> patterns = words.subList(0, words.size() - options.size());
        if (patterns.size() > 1) {
            throw new InputException(
                    "PATTERN can be given only once: " + String.join(" ", patterns) + "; JMH's options follow --");
        }
        return new Microbenchmarks.Request(patterns.isEmpty() ? ".*" : patterns.get(0), gc, forks, device, options);
    }

    /** Returns the arguments after the first {@code --}. */
    private List<String> jmhOptions() {
        final List<String> all = spec.root().commandLine().getParseResult().originalArgs();
        final int begin = all.indexOf(BEFORE_OPTIONS);
        return begin < 0 ? List.of() : all.subList(begin + 1, all.size());
    }

    private int run(final Microbenchmarks benchmarks, final Microbenchmarks.Request request) throws IOException {
        checkPattern(benchmarks, request.pattern());
        final PrintStream progress = json.isStandardOutput() ? System.err : System.out;
        final String results = benchmarks.run(request, progress);
        json.writeText(results, new PrintWriter(System.out, false, StandardCharsets.UTF_8));
        return ExitCode.DONE;
    }

    private static void checkPattern(final Microbenchmarks benchmarks, final String pattern) {
        if (!benchmarks.anyMatches(pattern)) {
            throw new InputException("no benchmark matches: PATTERN=" + pattern);
        }
    }
}
