// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the summary screen of {@code compare}. */
class CompareScreenTest extends CommandTest {
    @ParameterizedTest
    @ValueSource(ints = {80, 120})
    void shouldFitOneScreen(final int columns) throws Exception {
        final ProcessBuilder builder = CommandTest.program(Rpcrdma.class, "compare", "--seeds", "1");
        builder.environment().put("COLUMNS", "" + columns);
        final List<String> lines = lines(builder);

        assertTrue(lines.size() <= 21, () -> lines.size() + " lines: " + lines);
        lines.forEach(line -> assertTrue(line.length() <= columns, line));
    }

    @Test
    void shouldFitOneScreenWithTheCapturesSettings() throws Exception {
        final ProcessBuilder builder =
                CommandTest.program(Rpcrdma.class, "compare", "--seeds", "1", "--capture", "nfs3");
        builder.environment().put("COLUMNS", "80");
        final List<String> lines = lines(builder);

        assertTrue(
                lines.contains("from the capture: 64 credits, 135 Receive buffers of 4,096 bytes, 1 connection"),
                lines::toString);
        assertTrue(lines.size() <= 21, () -> lines.size() + " lines: " + lines);
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
    }

    private static List<String> lines(final ProcessBuilder builder) throws IOException, InterruptedException {
        final Process process =
                builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            final List<String> lines = in.lines().toList();
            assertEquals(0, process.waitFor());
            return lines;
        }
    }

    @Test
    void shouldReportWhatEachStrategySavesAndWhatItIsWorth() {
        assertEquals(0, rpcrdma("compare", "--seeds", "1"), err.toString());
        final String text = out.toString();

        assertTrue(text.startsWith("nfs3: 243 RPCs per connection; 16 connections, 1000 per second\n"), text);
        assertTrue(text.matches("(?s).*\ninstead of per-buffer-dma, [\\d.]+ us \\(.*"), text);
        assertTrue(text.matches("(?s).*\n  shard-dma-32k +[\\d.]+ +[\\d.]+ +\\d+ % .*\\[-*o-*]\n.*"), text);
        assertTrue(text.matches("(?s).*\n  shard-dma-as-posted +-[\\d.]+ +-[\\d.]+ +\\d+ % .*"), text);
        assertTrue(
                text.contains("Receive buffers per connection: 17 mappings instead of 263, 36 KB more memory."), text);
        assertTrue(text.contains("processors at 1,000 connections per second, next to nothing with one mount"), text);
        assertTrue(text.contains("\nLinux, traced, executes 40 % less with shard-dma-32k"), text);
        assertFalse(text.contains("cpu.receive_context "), "the table of all figures is for --details");
    }

    @Test
    void shouldPrintAllFiguresAfterTheScreenIfTheyAreWanted() {
        assertEquals(0, rpcrdma("compare", "--seeds", "1", "--details"), err.toString());
        assertTrue(
                out.toString().matches("(?s)nfs3: 243 .*All figures: .*\n\n.*cpu.receive_context .*"), out.toString());
    }

    @Test
    void shouldCompareStrategiesWithEachBaselineOnASeparateScale() {
        final String strategies = "per-buffer-registered,shard-registered,per-buffer-dma,shard-dma";
        assertEquals(0, rpcrdma("compare", "--seeds", "1", "--strategy", strategies), err.toString());
        assertTrue(
                out.toString()
                        .matches("(?s).*instead of per-buffer-registered, .* ms.*\n  shard-registered .*"
                                + "instead of per-buffer-dma, .* us.*\n  shard-dma .*"),
                out.toString());
    }

    @Test
    void shouldReportTheCostsOfAStrategyThatIsAlone() {
        assertEquals(0, rpcrdma("compare", "--seeds", "1", "--strategy", "per-buffer-dma"), err.toString());
        assertTrue(out.toString().contains("The comparison has no other strategy"), out.toString());
    }

    @Test
    void shouldHaveTheMedianAndTheIntervalOfTheTextInItsJson() throws IOException {
        assertEquals(0, rpcrdma("compare", "--seeds", "2", "--details"), err.toString());
        final String text = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, rpcrdma("compare", "--seeds", "2", "--json", "-"), err.toString());
        final JsonNode strategy = new ObjectMapper().readTree(out.toString()).at("/strategies/0");

        assertTrue(
                text.contains("\ninstead of per-buffer-dma, " + micros(strategy, "total", "%.2f us (%.2f..%.2f)")),
                text);
        for (final String time : List.of("total", "queues", "receiveBuffers/total", "waits/spin", "waits/peer")) {
            assertTrue(text.contains(" " + micros(strategy, time, "%,.1f (%,.1f..%,.1f)") + " "), () -> time + text);
        }
        final String work = micros(strategy, "receiveBuffers/work/cpu.dma_map", "%,.1f (%,.1f..%,.1f)");
        assertTrue(text.matches("(?s).*\n +cpu.dma_map +" + Pattern.quote(work) + " .*"), text);
        final JsonNode usual = strategy.at("/atUsualCosts/connectionNanos/total");
        assertTrue(usual.get("high").asDouble() < 1.01 * usual.get("low").asDouble(), "no draw moves it");
    }

    private static String micros(final JsonNode strategy, final String time, final String format) {
        final JsonNode nanos = strategy.at("/connectionNanos/" + time);
        return String.format(
                Locale.ROOT,
                format,
                nanos.get("median").asDouble() / 1e3,
                nanos.get("low").asDouble() / 1e3,
                nanos.get("high").asDouble() / 1e3);
    }
}
