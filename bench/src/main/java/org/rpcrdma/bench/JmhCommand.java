// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.FileUse;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.ResultFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rpcrdma jmh [PATTERN]}: the microbenchmarks, each in JVMs of its own that get this one's flags. */
@Command(
        name = "jmh",
        description = "Runs the microbenchmarks, peers included.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma jmh",
            "  rpcrdma jmh ArenaPair --gc",
            "  rpcrdma jmh ConnectionMapping --json mapping.json"
        },
        mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = ".*",
            description = "A regular expression: benchmarks whose names match it run (default: all).")
    private String pattern;

    @Mixin
    private JsonOption json;

    @Option(names = "--gc", description = "Measure allocation, too.")
    private boolean gc;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "JVMs for each benchmark (default: the benchmark's own number).")
    private Integer forks;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "A device of this host that ConnectionMapping registers memory on, for example rxe0; needs"
                    + " JDK 22 or newer (default: a simulated one).")
    private String device;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Write the results as a page of Markdown, each beside its peers; - for standard output.")
    @FileUse(FileUse.Kind.WRITTEN)
    private String page;

    /** Made by the command line. */
    JmhCommand() {}

    @Override
    public Integer call() throws IOException {
        if (forks != null && forks < 1) {
            throw new InputException("--forks must be at least 1: " + forks);
        }
        final Microbenchmarks benchmarks = ServiceLoader.load(Microbenchmarks.class)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "the microbenchmarks are not on the class path: run ./rpcrdma jmh, which builds them"));
        checkPattern(benchmarks);
        final ResultFile pageFile = new ResultFile("--page", page);
        final PrintStream progress = json.isStandardOutput() || pageFile.isStandardOutput() ? System.err : System.out;
        final String results = benchmarks.run(pattern, gc, forks, device, progress);
        final PrintWriter standardOutput = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        json.writeText(results, standardOutput);
        if (page != null) {
            pageFile.write(benchmarks.page(results), standardOutput);
        }
        return ExitCode.DONE;
    }

    private void checkPattern(final Microbenchmarks benchmarks) {
        try {
            Pattern.compile(pattern);
        } catch (final PatternSyntaxException e) {
            throw new InputException("PATTERN is not a regular expression: PATTERN=" + pattern);
        }
        if (!benchmarks.anyMatches(pattern)) {
            throw new InputException("no benchmark matches: PATTERN=" + pattern);
        }
    }
}
