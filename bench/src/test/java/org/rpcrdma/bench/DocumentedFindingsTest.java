// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.ExitCode;

/** Compares the findings in README.md and docs/compare.md with the figures that {@code compare} measures. */
@Tag("pages")
class DocumentedFindingsTest extends CommandTest {
    @TempDir
    private Path folder;

    private static final String PAIR = "--strategy=per-buffer-dma,shard-dma";

    @ParameterizedTest
    @ValueSource(strings = {"strict", "lazy", "off"})
    void shouldShowWhatShardsSaveByTheIommu(final String iommu) throws IOException {
        final JsonNode answer =
                result(PAIR, "--iommu", iommu, "--shard-size", "32K").at("/answer/0");
        assertShown(format(
                "| `%s` | %s | %s | %.1f |",
                iommu,
                interval("%.1f", "..", answer.get("connectionNanosSaved"), 1e-3),
                interval("%.1f", "..", answer.get("connectionShareSaved"), 100),
                median(answer.get("waitNanosSaved")) / 1e3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"16K", "32K", "64K", "256K", "2M"})
    void shouldShowTheSizesOfShards(final String size) throws IOException {
        final JsonNode found = result(PAIR, "--shard-size", size);
        assertShown(format(
                "| %s | %,d | %s | %,d |",
                size,
                Math.round(median(found.at("/strategies/1/mappings")) / 16),
                interval("%.1f", "..", found.at("/answer/0/connectionNanosSaved"), 1e-3),
                Math.round(median(found.at("/answer/0/bytesMappedMore")) / 16)));
    }

    private static String interval(final String format, final String to, final JsonNode figure, final double unit) {
        return format(
                format + " (" + format + to + format + ")",
                figure.get("median").asDouble() * unit,
                figure.get("low").asDouble() * unit,
                figure.get("high").asDouble() * unit);
    }

    @Test
    void shouldShowTheMappingsAndWhatIsPinned() throws IOException {
        final JsonNode found = result();
        assertShown(format(
                "**Mappings:** a connection has %d mappings instead of %d, and pins %d KB more.",
                Math.round(median(found.at("/strategies/1/mappings")) / 16),
                Math.round(median(found.at("/strategies/0/mappings")) / 16),
                Math.round(median(found.at("/answer/0/bytesMappedMore")) / 16 / 1024)));
        assertEquals(0, median(found.at("/answer/0/rpcNanosSaved")), "per RPC no difference");
    }

    /** Checks the numbers in README.md. It is an error if the section contains a number that no run prints. */
    @Test
    void shouldFindInReadmeWhatRunsShow() throws IOException {
        final Path drawn = folder.resolve("drawn.svg");
        final JsonNode answers = result("--svg", drawn.toString()).get("answer");
        assertEquals(Files.readString(Path.of("../docs/saving.svg")), Files.readString(drawn));
        assertDrawn(answers, Files.readString(drawn));
        assertTrue(Files.readString(Path.of("../README.md")).contains("](docs/saving.svg)"), "its picture");
        final JsonNode mended = answers.get(0);
        final JsonNode posted = answers.get(2);
        String words = section("README.md", "## What shards save");
        for (final JsonNode answer : List.of(mended, posted)) {
            assertEquals(0, median(answer.get("rpcNanosSaved")), "per RPC no difference");
            words = without(
                    words,
                    format(
                            "| %s | %s |",
                            interval("%.0f", " to ", answer.get("connectionNanosSaved"), 1e-3),
                            interval("%.0f", " to ", answer.get("connectionShareSaved"), 100)));
        }
        words = without(
                words,
                format(
                        "executes %.0f %% fewer instructions with 32 KB, and %.0f %% more with the patch as posted",
                        100 * mended.get("tracedShareSaved").asDouble(),
                        -100 * posted.get("tracedShareSaved").asDouble()));
        assertEquals("", words.replaceAll("32 KB|64 KB|90 %|NFSv3|[^0-9]", ""), "held to no run");
    }

    /** Asserts that a band is drawn with the ends and the numbers of its interval. */
    private static void assertDrawn(final JsonNode answers, final String svg) {
        final double zero = first(svg, "<line class=\"dashed\" x1=\"([\\d.]+)\"");
        final double hundred = first(svg, "<text class=\"small faint\" x=\"([\\d.]+)\"[^>]*>100<") - zero;
        final Matcher band = Pattern.compile(
                        "<rect class=\"[a-z]+ band\" x=\"([\\d.]+)\" y=\"[\\d.]+\" width=\"([\\d.]+)\"")
                .matcher(svg);
        for (final JsonNode answer : answers) {
            final JsonNode saved = answer.get("connectionNanosSaved");
            final double low = saved.get("low").asDouble() / 1e5;
            final double high = saved.get("high").asDouble() / 1e5;
            assertTrue(band.find(), "a band each");
            assertEquals(zero + low * hundred, Double.parseDouble(band.group(1)), 0.5);
            assertEquals((high - low) * hundred, Double.parseDouble(band.group(2)), 0.5);
            final String numbers = format("%.0f to %.0f us", low * 100, high * 100);
            assertTrue(svg.contains(">" + numbers + "<"), numbers);
            final String median =
                    format("%.0f us, %.0f %%", median(saved) / 1e3, 100 * median(answer.get("connectionShareSaved")));
            assertTrue(svg.contains(">" + median + "<"), median);
        }
    }

    private static double first(final String text, final String pattern) {
        final Matcher found = Pattern.compile(pattern).matcher(text);
        assertTrue(found.find(), pattern);
        return Double.parseDouble(found.group(1));
    }

    @Test
    void shouldDrawSavingsOnlyIfThereAreSome() {
        for (final String line : List.of("compare --strategy shard-dma", "compare --device none")) {
            assertEquals(ExitCode.UNUSABLE, rpcrdma((line + " --svg " + folder.resolve("x.svg")).split(" ")));
            assertOneLine("--svg");
        }
        assertFalse(Files.exists(folder.resolve("x.svg")));
    }

    /** Each figure in the study's table of savings must be in a row of study.csv, which study-tables writes. */
    @Test
    void shouldHaveTheStudysTableInItsCsv() throws IOException {
        final String page = Files.readString(Path.of("../docs/study.md"));
        int found = 0;
        for (final String line : Files.readAllLines(Path.of("../docs/results/study.csv"))) {
            final String[] cells = line.split(",");
            final boolean isShard = cells[0].equals("shard-dma") && line.endsWith("--shard-size 32K");
            final boolean isRange = cells[0].equals("one-iova") && line.contains("per-buffer-dma,one-iova ");
            if ((isShard || isRange) && line.contains("--machine")) {
                final String row = format(
                        "| %.0f (%.0f to %.0f) | %.0f (%.0f to %.0f) | %.0f |",
                        number(cells[5]),
                        number(cells[6]),
                        number(cells[7]),
                        number(cells[8]),
                        number(cells[9]),
                        number(cells[10]),
                        number(cells[11]) + 0.0);
                assertTrue(page.contains(row), "study.md does not say: " + row);
                found++;
            }
        }
        assertEquals(6 + 6, found);
    }

    /** Rounds half to even, like Python. */
    private static double number(final String cell) {
        return Math.rint(Double.parseDouble(cell));
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
