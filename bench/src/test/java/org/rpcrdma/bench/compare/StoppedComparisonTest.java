// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.Rpcrdma;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class StoppedComparisonTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command
    private static final class Arguments {
        @Mixin
        private CompareOptions comparison;
    }

    @Test
    void shouldPrintTheStrategiesThatAreDoneWithTheFirstSeed() throws IOException {
        final Comparison comparison = comparison();
        final List<StrategyResult> results = results(comparison);
        try (StoppedComparison stopped = stopped(comparison)) {
            stopped.done().add(0, Strategy.PER_BUFFER_DMA, results.get(0).runs().get(0));
            stopped.done().add(0, Strategy.SHARD_DMA, results.get(1).runs().get(0));
            stopped.done().add(1, Strategy.PER_BUFFER_DMA, results.get(0).runs().get(1));
            stopped.stop();
            assertTrue(out.toString().contains("corruptions"), out.toString());
            assertTrue(out.toString().contains("shard-dma instead of per-buffer-dma"), out.toString());
            assertTrue(out.toString().contains("; seed 1\n"), out.toString());
            assertFalse(out.toString().contains("fast-registered"), out.toString());
            assertEquals("rpcrdma: stopped: 3 of 6 runs were done; no result is written\n", err.toString());
            assertEquals(ExitCode.FAILED, stopped.finish(() -> ExitCode.DONE), "nothing is printed after that");
        }
    }

    @Test
    void shouldPrintAllStrategiesWithTheSeedsThatAreDone() throws IOException {
        final Comparison comparison = comparison();
        final List<StrategyResult> results = results(comparison);
        try (StoppedComparison stopped = stopped(comparison)) {
            for (final Strategy strategy : comparison.options().strategies()) {
                final int place = comparison.options().strategies().indexOf(strategy);
                stopped.done().add(0, strategy, results.get(place).runs().get(0));
            }
            stopped.done().add(1, Strategy.PER_BUFFER_DMA, results.get(0).runs().get(1));
            stopped.stop();
        }
        assertTrue(out.toString().contains("shard-fast-registered instead of per-buffer-dma"), out.toString());
        assertTrue(out.toString().contains("; seed 1\n"), out.toString());
    }

    @Test
    void shouldPrintNoTableIfNoStrategyIsDone() throws IOException {
        try (StoppedComparison stopped = stopped(comparison())) {
            stopped.stop();
        }
        assertEquals("", out.toString());
        assertEquals("rpcrdma: stopped: 0 of 6 runs were done; no result is written\n", err.toString());
    }

    @Test
    void shouldSayNothingOnceTheResultIsPrinted() throws IOException {
        try (StoppedComparison stopped = stopped(comparison())) {
            assertEquals(ExitCode.DONE, stopped.finish(() -> ExitCode.DONE));
            stopped.stop();
        }
        assertEquals("", out + "" + err);
    }

    @Test
    void shouldSayWhichStrategyOfHowManyRuns() throws IOException {
        final long[] now = {0};
        final Comparison comparison = comparison();
        final StrategyProgress progress = new StrategyProgress(() -> now[0], comparison);
        assertEquals("per-buffer-dma, seed 1: 0 of 24 RPCs", progress.line(Strategy.PER_BUFFER_DMA, 1, 0));
        now[0] = 6_000_000_000L;
        assertEquals("shard-dma, seed 2: 12 of 24 RPCs, 6 s left", progress.line(Strategy.SHARD_DMA, 2, 12));
    }

    @Test
    void shouldEndOnALineOfItsOwnAndWriteNoResultWhenTheJvmIsStopped() throws Exception {
        final Path json = folder.resolve("result.json");
        Files.writeString(json, "of before");
        final ProcessBuilder builder = CommandTest.program(
                Rpcrdma.class,
                "compare",
                "--workload",
                "echo",
                "--rpcs",
                "1000000",
                "--seeds",
                "1",
                "--json",
                json.toString());
        builder.command().add(1, "-Drpcrdma.progress=true");
        final Process process =
                builder.redirectError(ProcessBuilder.Redirect.PIPE).start();
        final StringBuilder shown = new StringBuilder();
        boolean isStopped = false;
        try (BufferedReader errors =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (int c = errors.read(); c >= 0; c = errors.read()) {
                shown.append((char) c);
                if (c == 'K' && !isStopped && shown.indexOf(" RPCs") > 0) {
                    isStopped = process.toHandle().destroy();
                }
            }
        }
        assertEquals(143, process.waitFor(), shown.toString());
        final String text = shown.toString();
        assertTrue(text.contains("per-buffer-dma, seed 1: "), text);
        assertTrue(text.contains("\033[K\nrpcrdma: stopped: 0 of 3 runs were done; no result is written\n"), text);
        assertEquals("of before", Files.readString(json));
        assertEquals(List.of(json), files());
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private StoppedComparison stopped(final Comparison comparison) {
        return new StoppedComparison(comparison, new PrintWriter(out), new PrintWriter(err));
    }

    private static Comparison comparison() throws IOException {
        final Arguments arguments = new Arguments();
        new CommandLine(arguments)
                .parseArgs(
                        "--workload=echo",
                        "--rpcs=4",
                        "--connections=1",
                        "--seeds=2",
                        "--strategy=per-buffer-dma,shard-dma,shard-fast-registered");
        return arguments.comparison.conclude(new Captures(new PrintWriter(new StringWriter())));
    }

    private static List<StrategyResult> results(final Comparison comparison) {
        return comparison
                .run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE)
                .strategies();
    }
}
