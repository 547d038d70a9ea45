// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Holds the figures on the first screen of docs/study.md, and those of its plot, to runs. */
@Tag("pages")
class StudyFiguresTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]+)}");

    /** What follows has tables of whole sections, and what sensitivity says. */
    private static final String END = "## What moves it";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SweepPoints points = new SweepPoints(new Captures(new PrintWriter(new StringWriter())));

    @Test
    void shouldQuoteOnTheFirstScreenWhatRunsShow() throws IOException {
        final String template = Files.readString(DOCS.resolve("study.template.md"));
        final String head = template.substring(0, template.indexOf(END));
        final PageFigures figures = new PageFigures(results(head));
        final StringBuilder expected = new StringBuilder();
        final Matcher place = PLACE.matcher(head);
        int done = 0;
        while (place.find()) {
            expected.append(Pattern.quote(head.substring(done, place.start())));
            done = place.end();
            final String name = place.group(1);
            expected.append(name.indexOf('|') < 0 ? "[^|\\n]+" : Pattern.quote(figures.text(name)));
        }
        final String page = Files.readString(DOCS.resolve("study.md"));
        assertTrue(
                Pattern.compile(expected.append(Pattern.quote(head.substring(done)))
                                .toString())
                        .matcher(page)
                        .lookingAt(),
                () -> "docs/study.md is to begin with:\n" + expected.toString().replaceAll("\\\\[QE]", ""));
    }

    /** Runs the points that a text names, with the strategies that it names. */
    private SweepResults results(final String text) throws IOException {
        final Grid grid = GridFile.read(DOCS.resolve("study.grid"), SweepPoints.LISTS);
        final Map<Integer, Set<String>> named = new LinkedHashMap<>();
        final Matcher places = PLACE.matcher(text);
        while (places.find()) {
            final String[] parts = places.group(1).split("\\|");
            if (parts.length > 1) {
                final Point point = point(grid, parts[0].strip(), parts[1].strip());
                final Set<String> strategies = named.computeIfAbsent(point.number(), number -> new LinkedHashSet<>());
                if (parts[2].contains("answer ")) {
                    strategies.add("per-buffer-dma");
                }
                strategies.add(parts[2].strip().replace("answer ", ""));
            }
        }
        final List<ObjectNode> lines = new ArrayList<>();
        for (final Map.Entry<Integer, Set<String>> entry : named.entrySet()) {
            final Point point = grid.points().get(entry.getKey() - 1);
            final Map<String, String> settings = new LinkedHashMap<>(point.settings());
            settings.put("strategy", String.join(",", entry.getValue()));
            final ObjectNode line = JSON.createObjectNode().put("point", point.number());
            line.set("result", run(settings));
            lines.add(line);
        }
        return new SweepResults(grid, lines);
    }

    private static Point point(final Grid grid, final String section, final String values) {
        return grid.points().stream()
                .filter(point -> point.section().equals(section)
                        && point.varied().stream()
                                .map(point.settings()::get)
                                .toList()
                                .equals(values.isEmpty() ? List.of() : List.of(values.split(" "))))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no such point: " + section + " | " + values));
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

    /** Returns what a shard saves of a connection's coming and going, with the seeds that sensitivity has. */
    private String saved(final Map<String, String> set) throws IOException {
        final Map<String, String> settings = new LinkedHashMap<>(set);
        settings.put("seeds", "3");
        final JsonNode strategies = run(settings).get("strategies");
        return String.format(Locale.ROOT, "%,.1f", (total(strategies.get(0)) - total(strategies.get(1))) / 1e3);
    }

    private static double total(final JsonNode strategy) {
        final JsonNode total = strategy.at("/connectionNanos/total");
        return total.isObject() ? total.get("median").asDouble() : total.asDouble();
    }
}
