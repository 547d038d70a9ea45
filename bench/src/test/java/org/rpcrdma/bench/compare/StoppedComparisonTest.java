// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;

class StoppedComparisonTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

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
            for (final Strategy strategy : comparison.settings().strategies()) {
                final int place = comparison.settings().strategies().indexOf(strategy);
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
    void shouldReportNothingOnceTheResultIsPrinted() throws IOException {
        try (StoppedComparison stopped = stopped(comparison())) {
            assertEquals(ExitCode.DONE, stopped.finish(() -> ExitCode.DONE));
            stopped.stop();
        }
        assertEquals("", out + "" + err);
    }

    private StoppedComparison stopped(final Comparison comparison) {
        return new StoppedComparison(
                comparison, new ComparisonText(true, false), new PrintWriter(out), new PrintWriter(err));
    }

    private static Comparison comparison() throws IOException {
        return Comparison.of(
                new ComparisonSettings.Builder()
                        .echo(4, 1024)
                        .connections(1)
                        .seeds(1, 2)
                        .strategies(Strategy.PER_BUFFER_DMA, Strategy.SHARD_DMA, Strategy.SHARD_FAST_REGISTERED)
                        .build(),
                new Captures(new PrintWriter(Writer.nullWriter())));
    }

    private static List<StrategyResult> results(final Comparison comparison) {
        return comparison
                .run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE)
                .strategies();
    }
}
