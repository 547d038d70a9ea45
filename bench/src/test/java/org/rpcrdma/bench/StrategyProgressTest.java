// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.settings.ComparisonSettings.Builder;
import org.rpcrdma.bench.settings.Strategy;

/** Tests the progress line of a comparison, and the output of a comparison that is stopped. */
class StrategyProgressTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReportWhichStrategyOfHowManyRuns() throws IOException {
        final long[] now = {0};
        final Comparison comparison = Comparison.of(
                new Builder().echo(4, 1024).connections(1).seeds(1, 2).build(),
                new Captures(new PrintWriter(Writer.nullWriter())));
        final StrategyProgress progress = new StrategyProgress(() -> now[0], comparison);
        assertEquals("per-buffer-dma, seed 1: 0 of 32 RPCs", progress.line(Strategy.PER_BUFFER_DMA, 1, 0));
        now[0] = 6_000_000_000L;
        assertEquals("shard-dma, seed 2: 16 of 32 RPCs, 3 RPCs/s, 6 s left", progress.line(Strategy.SHARD_DMA, 2, 16));
    }

    @Test
    void shouldEndOnASeparateLineAndWriteNoResultWhenTheJvmIsStopped() throws Exception {
        final Path json = folder.resolve("result.json");
        Files.writeString(json, "of before");
        final String line = "compare --workload echo --rpcs 1000000 --seeds 1 --json " + json;
        final ProcessBuilder builder = CommandTest.program(Rpcrdma.class, line.split(" "));
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
        assertTrue(text.contains("\033[K\nrpcrdma: stopped: 0 of 4 runs were done; no result is written\n"), text);
        assertEquals("of before", Files.readString(json));
        assertEquals(List.of(json), files());
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }
}
