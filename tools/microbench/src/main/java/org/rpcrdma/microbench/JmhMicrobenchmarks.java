// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rpcrdma.bench.Microbenchmarks;

/** Runs this package's benchmarks with JMH. */
public final class JmhMicrobenchmarks implements Microbenchmarks {
    /** Creates the runner; called by the service loader. */
    public JmhMicrobenchmarks() {}

    @Override
    public boolean anyMatches(final String pattern) {
        final OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        return !BenchmarkList.defaultList()
                .find(silent, List.of(pattern), List.of())
                .isEmpty();
    }

    @Override
    public boolean print(final Request request, final PrintStream out) throws IOException {
        final CommandLineOptions options = options(request.options());
        if (options.shouldHelp()) {
            options.showHelp();
        } else if (options.shouldListProfilers()) {
            options.listProfilers();
        } else if (options.shouldListResultFormats()) {
            options.listResultFormats();
        } else if (options.shouldList()) {
            runner(request, out).list();
        } else if (options.shouldListWithParams()) {
            runner(request, out).listWithParams(options);
        } else {
            return false;
        }
        return true;
    }

    @Override
    public String run(final Request request, final PrintStream progress) throws IOException {
        try {
            final Collection<RunResult> results = runner(request, progress).run();
            ForkMeans.print(results, new PrintWriter(progress, false, StandardCharsets.UTF_8));
            return json(results);
        } catch (final RunnerException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Runner runner(final Request request, final PrintStream progress) {
        final ChainedOptionsBuilder options =
                new OptionsBuilder().parent(options(request.options())).include(request.pattern());
        if (request.gc()) {
            options.addProfiler(GCProfiler.class);
        }
        if (request.forks() != null) {
            options.forks(request.forks());
        }
        if (request.device() != null) {
            options.param("device", request.device());
        }
        return new Runner(options.build(), OutputFormatFactory.createFormatInstance(progress, VerboseMode.NORMAL));
    }

    /** Parses options in the syntax of JMH's command line. */
    static CommandLineOptions options(final List<String> words) {
        final CommandLineOptions options;
        try {
            options = new CommandLineOptions(words.toArray(String[]::new));
        } catch (final CommandLineOptionException | IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (!options.getIncludes().isEmpty()) {
            throw new IllegalArgumentException(
                    "a pattern must precede the options: " + String.join(" ", options.getIncludes()));
        }
        return options;
    }

    private static String json(final Collection<RunResult> results) {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        out.flush();
        return text.toString(StandardCharsets.UTF_8);
    }
}
