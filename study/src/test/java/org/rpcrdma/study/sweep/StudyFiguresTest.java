// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Holds the figures in the first table of docs/study.md, and those of its plot, to runs. */
@Tag("pages")
class StudyFiguresTest {
    private static final Path DOCS = Path.of("../docs");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SweepPoints points = new SweepPoints(new Captures(new PrintWriter(new StringWriter())));

    /** A row of the page's first table: machine, mode of its IOMMU, size of a shard. */
    @ParameterizedTest
    @CsvSource({
        "intel, lazy, 32, Intel VT-d",
        "intel, strict, 32, Intel VT-d",
        "amd, lazy, 64, AMD",
        "arm, strict, 64, Arm SMMUv3",
        "intel, off, 32, IOMMU off"
    })
    void shouldQuoteInTheFirstTableWhatRunsShow(
            final String machine, final String iommu, final int shard, final String server) throws IOException {
        final JsonNode result =
                run(Map.of("capture", "nfs3", "machine", machine, "iommu", iommu, "shard-size", shard + "K"));
        final JsonNode answer = result.at("/answer/0");
        final String row = String.format(
                Locale.ROOT,
                " | %d KB | %s | %s | %.1f %% |",
                shard,
                micros(result.at("/strategies/0/connectionNanos/receiveBuffers/total")),
                micros(answer.get("connectionNanosSaved")),
                100 * median(answer.get("connectionShareSaved")));
        final String page = Files.readString(DOCS.resolve("study.md"));
        assertTrue(
                page.lines().anyMatch(line -> line.startsWith("| " + server) && line.endsWith(row)),
                () -> "docs/study.md is to say of " + server + " " + iommu + ":" + row);
    }

    /** The median of the seeds with their range, or a figure that all agree on. */
    private static String micros(final JsonNode figure) {
        return figure.isObject()
                ? String.format(
                        Locale.ROOT,
                        "%.2f us (%.2f..%.2f)",
                        figure.get("median").asDouble() / 1e3,
                        figure.get("low").asDouble() / 1e3,
                        figure.get("high").asDouble() / 1e3)
                : String.format(Locale.ROOT, "%.2f us", figure.asDouble() / 1e3);
    }

    private static double median(final JsonNode figure) {
        return figure.isObject() ? figure.get("median").asDouble() : figure.asDouble();
    }

    private JsonNode run(final Map<String, String> settings) throws IOException {
        return JSON.valueToTree(points.comparison(new Point(1, "", settings, List.of()))
                .run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE));
    }

    /** The plot is sensitivity's: its middle, its longest bar, and what the page says of both, are those of runs. */
    @Test
    void shouldPlotWhatRunsShow() throws Exception {
        final List<String> texts = texts(DOCS.resolve("study-tornado.svg"));
        final String middle = saved(Map.of());
        final String page = Files.readString(DOCS.resolve("study.md")).replaceAll("\\s+", " ");

        assertTrue(texts.get(0).startsWith("shard-dma instead of per-buffer-dma: CPU time saved"), texts.get(0));
        assertTrue(texts.contains(middle), () -> "the plot's middle is to be " + middle + ": " + texts);
        assertTrue(page.contains("VT-d, lazy (" + middle + " us)"), "docs/study.md is to say " + middle + " us");
        final int longest = indexOf(texts, "[a-z._]+ [\\d.]+ \\.\\. [\\d.]+.*");
        final String[] words = texts.get(longest).split(" ");
        final Set<String> ends = Set.of(saved(Map.of(words[0], words[1])), saved(Map.of(words[0], words[3])));
        final Set<String> drawn = Set.of(texts.get(longest + 1), texts.get(longest + 2));
        assertEquals(ends, drawn, texts.get(longest));
    }

    private static int indexOf(final List<String> texts, final String pattern) {
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).matches(pattern)) {
                return i;
            }
        }
        throw new AssertionError("no bar: " + texts);
    }

    private static List<String> texts(final Path svg) throws Exception {
        final Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
        assertEquals("http://www.w3.org/2000/svg", document.getDocumentElement().getAttribute("xmlns"));
        final NodeList all = document.getElementsByTagName("text");
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(((Element) all.item(i)).getTextContent());
        }
        return texts;
    }

    /** Returns the CPU time that shards save on connection set-up and tear-down, with the seeds of sensitivity. */
    private String saved(final Map<String, String> set) throws IOException {
        final Map<String, String> settings = new LinkedHashMap<>(set);
        settings.put("seeds", "3");
        final JsonNode strategies = run(settings).get("strategies");
        return String.format(Locale.ROOT, "%,.1f", (total(strategies.get(0)) - total(strategies.get(1))) / 1e3);
    }

    private static double total(final JsonNode strategy) {
        return median(strategy.at("/connectionNanos/total"));
    }
}
