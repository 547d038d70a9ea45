// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.console.InputException;

class StudyPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MOVED = """
            {"moved": 3, "answers": [{"value": 60, "turnedBy": ["memory.compacted"], "swings": [
              {"input": "memory.compacted", "unit": "share", "basis": "assumed", "usual": 0, "low": 0, "high": 0.1,
               "atLow": 60, "atHigh": -240, "turnsSign": true},
              {"input": "arrivals", "unit": "a second", "basis": "option", "usual": 1000, "low": 100, "high": 10000,
               "atLow": 10, "atHigh": 200, "turnsSign": false},
              {"input": "cpu.iova", "unit": "ns", "basis": "derived", "usual": 15, "low": 10, "high": 40,
               "atLow": 50.44, "atHigh": 70, "turnsSign": false}]}]}
            """;

    private static String page(final String template, final String moved) throws IOException {
        final Map<String, List<String>> settings = new LinkedHashMap<>();
        settings.put("shard-size", List.of("32K", "64K"));
        final Grid grid = new Grid(List.of(new GridSection("Order", settings)));
        final List<ObjectNode> lines = new ArrayList<>();
        for (final Point point : grid.points()) {
            final ObjectNode line = JSON.createObjectNode().put("point", point.number());
            final ObjectNode result =
                    JSON.createObjectNode().put("connections", 1).put("rpcs", 1).put("seeds", 5);
            strategy(result, "per-buffer-dma", 263, true);
            strategy(result, "shard-dma", 33 / point.number(), false);
            line.set("result", result);
            lines.add(line);
        }
        final JsonNode said = moved == null ? null : JSON.readTree(moved);
        return new StudyPage(new SweepResults(grid, lines), new MovedAnswer(said), "").text(template);
    }

    private static void strategy(
            final ObjectNode result, final String name, final int mappings, final boolean saturated) {
        final ObjectNode strategy = result.withArray("strategies").addObject();
        strategy.put("name", name)
                .put("mappings", mappings)
                .put("bytesMapped", 1024)
                .put("iotlbMisses", 1);
        strategy.putObject("connectionNanos")
                .put("total", 1000)
                .putObject("receiveBuffers")
                .put("total", 500);
        strategy.putObject("rpcNanos").put("total", 14_000);
        strategy.putObject("capacity").put("connectionsPerSecond", 9).put("limit", "processors");
        strategy.putObject("load").put("saturated", saturated);
    }

    @Test
    void shouldShowABaselineOnceAndMarkSaturatedRuns() throws IOException {
        final List<String> lines = page("${chapter Order}", null).lines().toList();
        final String figures = " | 1.00 | 0.50 | 14.000 | 1.000 | 9 | processors | 1 |";

        assertEquals(
                List.of(
                        "| 32K | per-buffer-dma \\* | 263.0" + figures,
                        "| 32K | shard-dma | 33.0" + figures,
                        "| 64K | shard-dma | 16.0" + figures,
                        "",
                        "\\*: saturated, so that waits are in the figures."),
                lines.subList(4, lines.size()));
    }

    @Test
    void shouldTellHowManyRunsItIsMadeOf() throws IOException {
        assertEquals("2 points, 20 runs", page("${points} points, ${runs} runs", null));
    }

    @Test
    void shouldQuoteWhatSensitivitySays() throws IOException {
        assertEquals(
                "60.0: 50.4 to 70.0 by 3; `memory.compacted` at about 0.02",
                page("${moved value}: ${moved from} to ${moved to} by ${moved inputs}; ${moved turned}", MOVED));
        assertTrue(page("${moved rows}", MOVED).endsWith("| `cpu.iova` | 15 ns | 10 to 40 | 50.4 | 70.0 |\n"));
    }

    @Test
    void shouldAskForWhatSensitivitySays() {
        final String message = assertThrows(InputException.class, () -> page("${moved value}", null))
                .getMessage();

        assertEquals("a place needs --sensitivity: ${moved value}", message);
    }

    @Test
    void shouldHaveRangesInTheCsv() throws IOException {
        final Grid grid = new Grid(List.of(new GridSection("", Map.of("seed", List.of("1")))));
        final ObjectNode line = JSON.createObjectNode().put("point", 1).put("section", "");
        line.putObject("settings").put("seed", "1");
        line.set("result", JSON.readTree("""
                {"strategies": [{"name": "a", "setupNanos": {"median": 2, "low": 1, "high": 4}, "mappings": 9}]}
                """));

        assertEquals(
                "point,section,seed,strategy,setupNanos,setupNanos.low,setupNanos.high,mappings\n1,,1,a,2,1,4,9\n",
                new CsvResults(new SweepResults(grid, List.of(line))).text());
    }
}
