// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
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
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rpcrdma jmh [PATTERN]}: the microbenchmarks, each in JVMs of its own that get this one's flags. */
@Command(name = "jmh", description = "Runs the microbenchmarks, peers included.", mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = ".*",
            description = "Those whose names match this regular expression; all where it is left out.")
    private String pattern;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write JMH's result as JSON; - for standard output, with nothing else on it.")
    @FileUse(FileUse.Kind.WRITTEN)
    private String json;

    @Option(names = "--gc", description = "Measure what is allocated, too.")
    private boolean gc;

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each; default: what the benchmark says.")
    private Integer forks;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Write the results as a page of Markdown, each beside its peers; - for standard output.")
    @FileUse(FileUse.Kind.WRITTEN)
    private String page;

    /** Made by the command line. */
    JmhCommand() {}

    @Override
    public Integer call() throws IOException, RunnerException {
        if (forks != null && forks < 1) {
            throw new InputException("--forks must be at least 1: " + forks);
        }
        checkPattern();
        final ResultFile jsonFile = new ResultFile("--json", json);
        final ResultFile pageFile = new ResultFile("--page", page);
        final ChainedOptionsBuilder options = new OptionsBuilder().include(pattern);
        if (gc) {
            options.addProfiler(GCProfiler.class);
        }
        if (forks != null) {
            options.forks(forks);
        }
        final PrintStream progress =
                jsonFile.isStandardOutput() || pageFile.isStandardOutput() ? System.err : System.out;
        final Collection<RunResult> results = new Runner(
                        options.build(), OutputFormatFactory.createFormatInstance(progress, VerboseMode.NORMAL))
                .run();
        write(results, jsonFile, pageFile);
        return Rpcrdma.DONE;
    }

    private void checkPattern() {
        try {
            Pattern.compile(pattern);
        } catch (final PatternSyntaxException e) {
            throw new InputException("PATTERN is not a regular expression: PATTERN=" + pattern);
        }
        final OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        if (BenchmarkList.defaultList()
                .find(silent, List.of(pattern), List.of())
                .isEmpty()) {
            throw new InputException("no benchmark matches: PATTERN=" + pattern);
        }
    }

    private void write(final Collection<RunResult> results, final ResultFile jsonFile, final ResultFile pageFile)
            throws IOException {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        out.flush();
        final PrintWriter standardOutput = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        jsonFile.write(text.toString(StandardCharsets.UTF_8), standardOutput);
        if (page != null) {
            final StringWriter markdown = new StringWriter();
            new JmhPage(new ObjectMapper().readTree(text.toByteArray())).print(new PrintWriter(markdown));
            pageFile.write(markdown.toString(), standardOutput);
        }
    }
}
