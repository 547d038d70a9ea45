// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.console.InputException;

class PageFiguresTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Grid grid = new Grid(
            List.of(new GridSection("Machines", Map.of("machine", List.of("intel", "amd"), "seed", List.of("1")))));

    private PageFigures figures() throws Exception {
        final List<ObjectNode> lines = new ArrayList<>();
        for (final Point point : grid.points()) {
            final ObjectNode line = JSON.createObjectNode().put("point", point.number());
            line.set("result", JSON.readTree("""
                    {"connections": 64, "machine": "%s",
                     "strategies": [{"name": "shard-dma", "bytesMapped": 589824, "setup": {"nanos":
                       {"median": 2510.4, "low": 2400, "high": 2600}}, "teardownNanos": 2500000.5, "same":
                       {"median": 1, "low": 1.0001, "high": 1.0002}, "misses": 0.366}],
                     "answer": [{"strategy": "shard-dma", "timeChange": -0.933}]}
                    """.formatted(point.settings().get("machine"))));
            lines.add(line);
        }
        return new PageFigures(new SweepResults(grid, lines));
    }

    @Test
    void shouldQuoteAFigureInItsUnit() throws Exception {
        final PageFigures figures = figures();
        assertEquals("576 KB", figures.text("Machines | intel | shard-dma | bytesMapped"));
        assertEquals("2.50 ms", figures.text("Machines | intel | shard-dma | teardownNanos"));
        assertEquals("0.366", figures.text("Machines | amd | shard-dma | misses"));
        assertEquals("64", figures.text("Machines | amd | | connections"));
        assertEquals("amd", figures.text("Machines | amd | | machine"));
        assertEquals("-93.3 %", figures.text("Machines | amd | answer shard-dma | timeChange"));
    }

    @Test
    void shouldQuoteTheRangeWhereItShows() throws Exception {
        assertEquals("2.51 us (2.40 us to 2.60 us)", figures().text("Machines | intel | shard-dma | setup.nanos"));
        assertEquals("1", figures().text("Machines | intel | shard-dma | same"));
    }

    @Test
    void shouldNameThePartOfAPlaceThatTheResultsLack() throws Exception {
        refused("point: Machines: arm", "Machines | arm | shard-dma | misses");
        refused("strategy: shard", "Machines | amd | shard | misses");
        refused("strategy: answer other", "Machines | amd | answer other | misses");
        refused("field: hits", "Machines | amd | shard-dma | hits");
        refused("four", "Machines | amd");
    }

    private void refused(final String part, final String place) throws Exception {
        final PageFigures figures = figures();
        final String message =
                assertThrows(InputException.class, () -> figures.text(place)).getMessage();
        assertEquals(true, message.contains(part.equals("four") ? "section | values" : part), message);
        assertEquals(true, message.contains("${" + place + "}"), message);
    }
}
