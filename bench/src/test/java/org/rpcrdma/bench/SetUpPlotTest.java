// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.console.ExitCode;

/**
 * The plot of docs/compare.md: CPU time of one connection's Receive buffers, by strategy and IOMMU. Runs {@code
 * compare} and draws docs/set-up.svg; {@code mvn test -pl bench -Dtest=SetUpPlotTest -Dpages=write} writes the file.
 */
@Tag("pages")
class SetUpPlotTest extends CommandTest {
    private static final Path PLOT = Path.of("../docs/set-up.svg");
    private static final int LEFT = 250;
    private static final double PIXELS_PER_MICROSECOND = 1.8;

    private final StringBuilder svg = new StringBuilder();
    private int y = 66;

    @Test
    void shouldShowWhatCompareMeasures() throws IOException {
        final String drawn = draw();
        if ("write".equals(System.getProperty("pages"))) {
            Files.writeString(PLOT, drawn);
        }
        assertEquals(
                Files.readString(PLOT), drawn, "docs/set-up.svg is not what compare measures: -Dpages=write mends it");
    }

    private String draw() throws IOException {
        for (final String iommu : List.of("strict", "lazy", "off")) {
            text(12, y + 12, "IOMMU " + iommu, " font-weight='bold'");
            bar("mapping per buffer", run(iommu, 0));
            bar("shards", run(iommu, 1));
            y += 12;
        }
        return "<svg xmlns='http://www.w3.org/2000/svg' width='720' height='" + (y + 24)
                + "' font-family='sans-serif' font-size='13'>\n"
                + "<rect width='100%' height='100%' fill='#ffffff'/>\n"
                + "<text x='12' y='24' font-size='15' font-weight='bold'>CPU time for the Receive buffers of one connection, us</text>\n"
                + "<rect x='12' y='36' width='12' height='12' fill='#2a6f97'/><text x='30' y='47'>set-up</text>\n"
                + "<rect x='100' y='36' width='12' height='12' fill='#e09f3e'/><text x='118' y='47'>tear-down</text>\n"
                + svg
                + "<text x='12' y='" + (y + 12)
                + "' font-size='11'>Virtual time, from the cost model: 263 buffers of 4 KB, shards of 64 KB.</text>\n"
                + "</svg>\n";
    }

    /** Returns the figures of per-buffer-dma (0) or shard-dma (1). */
    private JsonNode run(final String iommu, final int strategy) throws IOException {
        final int exitCode =
                rpcrdma("compare", "--strategy", "per-buffer-dma,shard-dma", "--iommu", iommu, "--json", "-");
        assertEquals(ExitCode.DONE, exitCode, err.toString());
        return new ObjectMapper().readTree(out.toString()).get("strategies").get(strategy);
    }

    private void bar(final String label, final JsonNode figures) {
        final double setup = median(figures.get("setupNanos")) / 1e3;
        final double teardown = median(figures.get("teardownNanos")) / 1e3;
        final int first = (int) Math.round(setup * PIXELS_PER_MICROSECOND);
        final int second = (int) Math.round(teardown * PIXELS_PER_MICROSECOND);
        text(LEFT - 8, y + 12, label, " text-anchor='end'");
        rect(LEFT, first, "#2a6f97");
        rect(LEFT + first, second, "#e09f3e");
        text(LEFT + first + second + 6, y + 12, String.format(Locale.ROOT, "%.1f", setup + teardown), "");
        y += 20;
    }

    private static double median(final JsonNode figure) {
        return figure.isObject() ? figure.get("median").asDouble() : figure.asDouble();
    }

    private void rect(final int x, final int width, final String colour) {
        svg.append(String.format("<rect x='%d' y='%d' width='%d' height='16' fill='%s'/>%n", x, y, width, colour));
    }

    private void text(final int x, final int baseline, final String text, final String attributes) {
        svg.append(String.format("<text x='%d' y='%d'%s>%s</text>%n", x, baseline, attributes, text));
    }
}
