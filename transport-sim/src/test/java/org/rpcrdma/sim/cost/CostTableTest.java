// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests mistakes in the cost table. Each mistake must be reported in one line that states the row, the column, the
 * value and the limit.
 */
class CostTableTest {
    private static String text() throws IOException {
        try (InputStream in = CostTable.class.getResourceAsStream("costs.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Returns the table with one cell changed. The cell is in the first row with the given name, below the first
     * heading with the given name.
     */
    private static String with(final String heading, final String row, final String column, final String cell)
            throws IOException {
        final String[] lines = text().split("\n");
        int at = 0;
        while (!lines[at].startsWith(heading + " ")) {
            at++;
        }
        final String[] columns = lines[at].split("\\|");
        while (!lines[at].startsWith(row + " ")) {
            at++;
        }
        final String[] cells = lines[at].split("\\|");
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].strip().equals(column)) {
                cells[i] = cell;
            }
        }
        lines[at] = String.join("|", cells);
        return String.join("\n", lines);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "parameter; cpu.dma_map; intel; 5o; row cpu.dma_map, column intel: 5o must be a number",
                "parameter; cpu.dma_map; low; 321; row cpu.dma_map, column low: 321 must be at most the value, 320.0",
                "parameter; cpu.dma_map; high; 54; row cpu.dma_map, column high: 54 must be at least the value, 320.0",
                "parameter; cpu.dma_map; high; NaN; row cpu.dma_map, column high: NaN must be at least the value, 320.0",
                "parameter; cpu.dma_map; intel; -1; column intel: cpu.dma_map must be a number of ns, 0 to"
                        + " 1000000000000000: value=-1.0",
                "parameter; cpu.dma_map; certainty; sure; row cpu.dma_map, column certainty: sure must be one of"
                        + " [standard, measured, fitted, derived, assumed, set]",
                "parameter; cpu.dma_map; parameter; cpu.map; row cpu.map, column parameter: cpu.map must be the name of"
                        + " a CostParameter",
                "parameter; cpu.dma_map; parameter; cpu.dma_unmap; row cpu.dma_unmap, column parameter: cpu.dma_unmap"
                        + " must appear exactly once, below the machines",
                "parameter; cpu.dma_map; source; ' '; row cpu.dma_map, column source: no value",
                "parameter; cpu.dma_map; arm; .; row cpu.dma_map, column machine: arm must be a machine with a value"
                        + " for this parameter",
                "parameter; cpu.umr; ideal; 7; row cpu.umr, column ideal: 7.0 must have a row under the"
                        + " heading departure",
                "parameter; iommu.iotlb_entries; amd; 0.5; column amd: iommu.iotlb_entries must be a whole number of"
                        + " entries, 1 to 134217727: value=0.5",
                "departure; cpu.dma_map; low; 101; row cpu.dma_map, column low: 101 must be at most the value, 100.0",
                "departure; cpu.dma_map; machine; vax; row cpu.dma_map, column machine: vax must be a machine with a"
                        + " value for this parameter",
                "machine; amd; iommu; eager; row amd, column iommu: eager must be one of [off, strict, lazy]"
            })
    void shouldNameRowColumnValueAndLimit(
            final String heading, final String row, final String column, final String cell, final String message)
            throws IOException {
        final String text = with(heading, row, column, cell);
        assertMessage(IllegalStateException.class, "costs.txt: " + message, () -> new CostTable(text));
    }

    @Test
    void shouldMissARow() throws IOException {
        final String text = text().replaceFirst("\ncpu.umr [^\n]*", "");
        assertMessage(IllegalStateException.class, "costs.txt: no row cpu.umr", () -> new CostTable(text));
    }

    @Test
    void shouldAcceptACorrectedValue() throws IOException {
        final CostTable table = new CostTable(with("parameter", "cpu.dma_map", "intel", " 160 "));
        assertEquals(160, table.machine("intel").get(CostParameter.DMA_MAP));
        assertEquals(160, table.machine("ideal").get(CostParameter.DMA_MAP));
        assertEquals(100, table.machine("arm").get(CostParameter.DMA_MAP));
        assertTrue(table.machine("arm").source(CostParameter.DMA_MAP).startsWith("dma_map_benchmark, Morello"));
    }
}
