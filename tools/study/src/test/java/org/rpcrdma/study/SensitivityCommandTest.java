// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;

class SensitivityCommandTest extends CommandTest {
    private static final List<String> SMALL =
            List.of("sensitivity", "--workload", "echo", "--rpcs", "3", "--connections", "2", "--credits", "16");

    private static final int WIDTH = 100;

    @TempDir
    private Path folder;

    @Test
    void shouldReportTheCostsThatChangeTheAnswerAndItsSign() throws IOException {
        final Path json = folder.resolve("result.json");
        final Path plot = folder.resolve("plot.svg");
        assertEquals(ExitCode.DONE, rpcrdma(SMALL, "--json", json.toString(), "--svg", plot.toString()), err::toString);

        checkTable(out.toString().lines().toList());
        checkJson(new ObjectMapper().readTree(json.toFile()));
        assertTrue(Files.readString(plot).startsWith("<svg xmlns="), "a complete picture");

        assertEquals(ExitCode.DONE, rpcrdma(SMALL, "--json", "-"), err::toString);
        assertEquals(Files.readString(json), out.toString(), "the same seed prints the same bytes");
    }

    private static void checkTable(final List<String> lines) {
        assertTrue(
                lines.get(0).matches("shard-dma instead of per-buffer-dma: 200 draws of \\d+ uncertain costs together"),
                lines.get(0));
        assertMatch(lines, "CPU time saved on connection set-up and tear-down, us: .*90 % of draws.*");
        assertMatch(lines, "  cpu\\.[a-z_]+, ns +[+-][\\d.]+ +[\\d.]+ .*");
        assertTrue(
                lines.get(lines.size() - 1).matches("Costs that change the sign: .*|No cost within .*"),
                lines::toString);
        lines.forEach(line -> assertTrue(line.length() <= WIDTH, line));
    }

    private static void assertMatch(final List<String> lines, final String pattern) {
        assertTrue(lines.stream().anyMatch(line -> line.matches(pattern)), lines::toString);
    }

    private static void checkJson(final JsonNode result) {
        double last = 1;
        for (final JsonNode effect : result.at("/answers/0/effects")) {
            final double correlation = Math.abs(effect.get("correlation").asDouble());
            assertTrue(correlation <= last, effect.toString());
            assertTrue(effect.get("low").asDouble() < effect.get("high").asDouble(), effect.toString());
            last = correlation;
        }
        assertTrue(last < 1, "nothing moves the answer");
        assertEquals("per-buffer-dma", result.get("baseline").asText());
        assertEquals("shard-dma", result.get("strategy").asText());
    }

    @Test
    void shouldRefuseInvalidPairs() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma(SMALL, "--strategy", "shard-dma"));
        assertEquals("rpcrdma: --strategy must name two strategies, the baseline first: shard-dma\n", err.toString());
        assertEquals("", out.toString());
    }
}
