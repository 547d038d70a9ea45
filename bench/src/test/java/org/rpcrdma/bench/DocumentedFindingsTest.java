// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.console.ExitCode;

/** Holds the figures in the findings of README.md and docs/compare.md to what {@code compare} measures. */
class DocumentedFindingsTest extends CommandTest {
    @Test
    void shouldShowTheSetUp() throws IOException {
        assertShown("compare.md", row("| `--iommu strict` or `lazy` |", "strict"));
        assertShown("compare.md", row("| `--iommu strict` or `lazy` |", "lazy"));
        assertShown("compare.md", row("| `--iommu off` |", "off"));
    }

    @Test
    void shouldShowTheMappingsAndWhatIsMappedAndNotUsed() throws IOException {
        final JsonNode found = strategies();
        assertShown(
                "../README.md",
                "**Mappings:** " + found.get(0).get("mappings") + " become "
                        + found.get(1).get("mappings"));
        assertShown(
                "../README.md",
                "**Memory:** " + found.get(1).get("bytesWasted").asLong() / 1024 + " KB per connection are mapped");
        final JsonNode leaves = strategies("--set", "iommu.largest_leaf=65536");
        assertShown(
                "../README.md",
                "Arm's IOMMUs have, " + leaves.get(1).get("iotlbEntries") + " entries hold what took "
                        + leaves.get(0).get("iotlbEntries") + ".");
    }

    @Test
    void shouldShowTheTearDown() throws IOException {
        final JsonNode lazy = strategies("--iommu", "lazy");
        assertShown(
                "compare.md",
                "`--iommu lazy` it falls from " + micros(lazy.get(0), "teardownNanos", 1) + " to "
                        + micros(lazy.get(1), "teardownNanos", 1));
        final JsonNode strict = strategies();
        assertShown(
                "../README.md",
                "tear-down falls from " + micros(strict.get(0), "teardownNanos", 0) + " to "
                        + micros(strict.get(1), "teardownNanos", 0));
    }

    @Test
    void shouldShowShardsOf32Kilobytes() throws IOException {
        final JsonNode shard = strategies("--shard-size", "32K").get(1);
        assertShown(
                "compare.md",
                "set-up " + micros(shard, "setupNanos", 2) + " us, tear-down " + micros(shard, "teardownNanos", 2)
                        + " us, "
                        + String.format(
                                Locale.ROOT, "%,d", shard.get("bytesWasted").asLong())
                        + " bytes wasted");
    }

    @Test
    void shouldShowTheReachOfLargeLeaves() throws IOException {
        final JsonNode found = strategies("--set", "iommu.largest_leaf=65536", "--connections", "8");
        final double rpcs = 8 * 243;
        assertShown(
                "compare.md",
                String.format(
                        Locale.ROOT,
                        "misses fall from %.3f to %.3f per RPC",
                        found.get(0).get("iotlbMisses").asLong() / rpcs,
                        found.get(1).get("iotlbMisses").asLong() / rpcs));
    }

    @Test
    void shouldShowASharedArena() throws IOException {
        final JsonNode own = strategies("--connections", "64").get(1);
        final JsonNode shared =
                strategies("--connections", "64", "--shared-arena").get(1);
        assertShown(
                "compare.md",
                shared.get("mappings") + " shards instead of " + own.get("mappings") + " (" + megabytes(shared)
                        + " MB instead of " + megabytes(own) + ")");
        assertShown(
                "compare.md",
                "set-up falls from " + micros(own, "setupNanos", 1) + " to " + micros(shared, "setupNanos", 1));
    }

    private String row(final String label, final String iommu) throws IOException {
        final JsonNode strategies = strategies("--iommu", iommu);
        final double ratio = strategies.get(1).get("setupNanos").asDouble()
                / strategies.get(0).get("setupNanos").asDouble();
        return label + " " + micros(strategies.get(0), "setupNanos", 2) + " | "
                + micros(strategies.get(1), "setupNanos", 2)
                + String.format(Locale.ROOT, " (%.2fx) |", ratio);
    }

    private static String micros(final JsonNode strategy, final String field, final int digits) {
        return String.format(
                Locale.ROOT, "%." + digits + "f", strategy.get(field).asDouble() / 1e3);
    }

    private static String megabytes(final JsonNode strategy) {
        return String.format(Locale.ROOT, "%.1f", strategy.get("bytesMapped").asLong() / 1e6);
    }

    /** Returns the figures of per-buffer-dma and shard-dma. */
    private JsonNode strategies(final String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(0, List.of("compare", "--strategy", "per-buffer-dma,shard-dma", "--json", "-"));
        assertEquals(ExitCode.DONE, rpcrdma(arguments.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString()).get("strategies");
    }

    private static void assertShown(final String page, final String words) throws IOException {
        final String text = Files.readString(Path.of("../docs", page)).replaceAll("\\s+", " ");
        assertTrue(text.contains(words), page + " does not say: " + words);
    }
}
