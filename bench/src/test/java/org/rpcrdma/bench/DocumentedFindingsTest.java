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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.ExitCode;

/** Holds the figures in the findings of README.md and docs/compare.md to what {@code compare} measures. */
@Tag("pages")
class DocumentedFindingsTest extends CommandTest {
    private static final String TOTAL = "/connectionNanos/total";
    private static final String BUFFERS = "/connectionNanos/receiveBuffers/total";
    private static final String CAPACITY = "/capacity/connectionsPerSecond";

    @ParameterizedTest
    @ValueSource(strings = {"strict", "lazy", "off"})
    void shouldShowWhatShardsSaveByTheIommu(final String iommu) throws IOException {
        final JsonNode found = result("--iommu", iommu);
        final JsonNode perBuffer = found.at("/strategies/0");
        final JsonNode shard = found.at("/strategies/1");
        assertShown(format(
                "| `%s` | %,.1f | %,.1f | %,.1f | %.1f %% | %,.0f | %,.0f |",
                iommu,
                median(perBuffer.at(TOTAL)) / 1e3,
                median(perBuffer.at(BUFFERS)) / 1e3,
                median(shard.at(BUFFERS)) / 1e3,
                100 * median(found.at("/answer/0/connectionShareSaved")),
                median(perBuffer.at(CAPACITY)),
                median(shard.at(CAPACITY))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"16K", "32K", "64K", "256K", "2M"})
    void shouldShowTheSizesOfShards(final String size) throws IOException {
        final JsonNode found = result("--shard-size", size);
        final JsonNode shard = found.at("/strategies/1");
        assertShown(format(
                "| %s | %,d | %,.2f | %,d |",
                size,
                shard.get("mappings").asLong() / 16,
                median(shard.at(BUFFERS)) / 1e3,
                found.at("/answer/0/bytesMappedMore").asLong() / 16));
    }

    @Test
    void shouldShowTheMappingsAndWhatIsPinned() throws IOException {
        final JsonNode found = result();
        assertShown(format(
                "**Mappings:** %d a connection become %d, and a connection pins %d KB more.",
                found.at("/strategies/0/mappings").asLong() / 16,
                found.at("/strategies/1/mappings").asLong() / 16,
                found.at("/answer/0/bytesMappedMore").asLong() / 16 / 1024));
        assertEquals(0, median(found.at("/answer/0/rpcNanosSaved")), "per RPC no difference");
    }

    /** The two numbers of README.md; a number of its section that no run shows fails. */
    @Test
    void shouldFindInReadmeWhatRunsShow() throws IOException {
        final JsonNode found = result();
        final JsonNode answer = found.at("/answer/0");
        String words = section("README.md", "## Does it pay?");
        words = without(
                words,
                format(
                        "| connection set-up and tear-down | %.0f us | %.0f us | %.0f us (48 to 102), %.1f %% |",
                        median(found.at("/strategies/0" + TOTAL)) / 1e3,
                        median(found.at("/strategies/1" + TOTAL)) / 1e3,
                        median(answer.get("connectionNanosSaved")) / 1e3,
                        100 * median(answer.get("connectionShareSaved"))));
        words = without(
                words,
                format(
                        "| an RPC | %.1f us | %.1f us | no difference |",
                        median(found.at("/strategies/0/rpcNanos/total")) / 1e3,
                        median(found.at("/strategies/1/rpcNanos/total")) / 1e3));
        assertEquals(0, median(answer.get("rpcNanosSaved")), "per RPC no difference");
        words = without(words, format("With strict invalidation shards save %.1f %%", 100 * share("strict")));
        words = without(words, format("with the IOMMU off %.1f %%", 100 * share("off")));
        // What sensitivity found is on the page of the study.
        final String study = Files.readString(Path.of("../docs/study.md")).replaceAll("\\s+", " ");
        assertTrue(study.contains("to between 48.2 and 102.1 us"));
        assertTrue(study.contains("`memory.compacted` at about 0.015"));
        words = without(words, "in 1.5 % of the allocations of a shard");
        assertEquals("", words.replaceAll("32 KB|NFSv3|[^0-9]", ""), "held to no run");
    }

    private double share(final String iommu) throws IOException {
        return median(result("--iommu", iommu).at("/answer/0/connectionShareSaved"));
    }

    private static String without(final String text, final String words) {
        assertTrue(text.contains(words), "README.md does not say: " + words + "\n" + text);
        return text.replace(words, "");
    }

    private static String section(final String page, final String heading) throws IOException {
        final String text = Files.readString(Path.of("..").resolve(page));
        final int begin = text.indexOf(heading);
        return text.substring(begin, text.indexOf("\n## ", begin)).replaceAll("\\s+", " ");
    }

    private static double median(final JsonNode figure) {
        return figure.isObject() ? figure.get("median").asDouble() : figure.asDouble();
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private JsonNode result(final String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(0, List.of("compare", "--json", "-"));
        assertEquals(ExitCode.DONE, rpcrdma(arguments.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    private static void assertShown(final String words) throws IOException {
        final String text = Files.readString(Path.of("../docs/compare.md")).replaceAll("\\s+", " ");
        assertTrue(text.contains(words), "compare.md does not say: " + words);
    }
}
