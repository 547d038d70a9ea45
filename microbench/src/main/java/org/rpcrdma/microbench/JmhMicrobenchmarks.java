// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
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
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rpcrdma.bench.Microbenchmarks;

/** Runs the benchmarks of this package with JMH. */
public final class JmhMicrobenchmarks implements Microbenchmarks {
    /** Called by the service loader. */
    public JmhMicrobenchmarks() {}

    @Override
    public boolean anyMatches(final String pattern) {
        final OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        return !BenchmarkList.defaultList()
                .find(silent, List.of(pattern), List.of())
                .isEmpty();
    }

    @Override
    public String run(
            final String pattern,
            final boolean gc,
            final Integer forks,
            final String device,
            final PrintStream progress)
            throws IOException {
        final ChainedOptionsBuilder options = new OptionsBuilder().include(pattern);
        if (gc) {
            options.addProfiler(GCProfiler.class);
        }
        if (forks != null) {
            options.forks(forks);
        }
        if (device != null) {
            options.param("device", device);
        }
        final OutputFormat report = OutputFormatFactory.createFormatInstance(progress, VerboseMode.NORMAL);
        try {
            return json(new Runner(options.build(), report).run());
        } catch (final RunnerException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String json(final Collection<RunResult> results) {
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        out.flush();
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public String page(final String json) throws IOException {
        final StringWriter markdown = new StringWriter();
        new JmhPage(new ObjectMapper().readTree(json)).print(new PrintWriter(markdown));
        return markdown.toString();
    }
}
