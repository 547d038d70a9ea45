// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.compare.Point;

/**
 * The report as it is seen: the colours of what a browser drew, on small screens and large ones, in both themes, and on
 * paper.
 */
class ReportColoursTest {
    private static final Map<String, Integer> LIGHT = Map.of(
            "per-buffer-dma", 0x0058a8,
            "shard-dma", 0xa85400,
            "per-buffer-registered", 0x00704f,
            "shard-registered", 0x7b3294,
            "per-buffer-fast-registered", 0xb3261e,
            "shard-fast-registered", 0x4a5560);

    private static final Map<String, Integer> DARK = Map.of(
            "per-buffer-dma", 0x79bcff,
            "shard-dma", 0xffb866,
            "per-buffer-registered", 0x5fd3a6,
            "shard-registered", 0xd7a6f5,
            "per-buffer-fast-registered", 0xff9d92,
            "shard-fast-registered", 0xb8c4d0);

    /** Chart.js' own colours, but for its grey: letters have that at their edges. */
    private static final List<Integer> LIBRARY = List.of(0x36a2eb, 0xff6384, 0xff9f40, 0xffcd56, 0x4bc0c0, 0x9966ff);

    /** Of the first plot, in the middle of the screen: where its points and the legend's markers are. */
    private static final String PLACES = """
            const canvas = document.querySelector('canvas');
            canvas.scrollIntoView({ block: 'center', behavior: 'instant' });
            const chart = Chart.getChart(canvas);
            // The page is told of another screen when the next frame is made, and plots that change move others.
            const state = () => [...Object.values(canvas.getBoundingClientRect().toJSON()), chart.width, chart.height].join();
            const settled = (then, before, times) => requestAnimationFrame(() => {
              const now = state();
              if (now === before && times === 0) then();
              else settled(then, now, now === before ? times - 1 : 5);
            });
            return new Promise((done) => settled(() => {
              const at = canvas.getBoundingClientRect();
              const scale = at.width / chart.width;
              const place = (x, y) => [at.left + x * scale, at.top + y * scale];
              done(chart.data.datasets.map((set, i) => ({
                label: set.label,
                points: chart.getDatasetMeta(i).data.map(({ x, y }) => place(x, y)),
                legend: place(chart.legend.legendHitBoxes[i].left + 7, chart.legend.legendHitBoxes[i].top + 7),
              })));
            }, '', 5));
            """;

    /** What of the tables and plots is cut, or lies on one another. */
    private static final String CUT = """
            const bad = [];
            const width = document.documentElement.clientWidth;
            const box = (element) => element.getBoundingClientRect();
            const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            for (const figure of document.querySelectorAll('figure')) {
              const cells = [...figure.querySelectorAll('th, td')];
              const canvas = box(figure.querySelector('canvas'));
              if (!cells.length || !cells.every((cell) => cell.offsetWidth)) bad.push('no table');
              for (const cell of cells) {
                if (box(cell).right > width + 0.5 || cell.scrollWidth > cell.clientWidth + 1) bad.push('cut: ' + cell.textContent);
                if (meet(box(cell), canvas)) bad.push('under the plot: ' + cell.textContent);
                if (meet(box(cell), box(figure.querySelector('figcaption')))) bad.push('under the title: ' + cell.textContent);
              }
              if (canvas.right > width + 0.5 || canvas.left < 0) bad.push('plot');
              if (figure.querySelector('.box').scrollHeight > box(figure.querySelector('.box')).height + 1) bad.push('plot is higher than its place');
            }
            return bad;
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldDrawInItsOwnColoursOnEveryScreen() throws Exception {
        try (Browser browser = browser()) {
            final Path page = page();
            for (final int width : new int[] {390, 1280}) {
                for (final int dots : new int[] {1, 2}) {
                    for (final boolean dark : new boolean[] {false, true}) {
                        browser.screen(width, 844, dots, dark);
                        browser.show(page);
                        assertColours(browser, dots, dark ? DARK : LIGHT, "opened");
                        browser.screen(width, 844, dots, !dark);
                        assertColours(browser, dots, dark ? LIGHT : DARK, "switched");
                    }
                }
            }
            assertEquals(0, browser.log().size());
        }
    }

    @Test
    void shouldShowThePairOfThePatchFirst() throws Exception {
        try (Browser browser = browser()) {
            browser.screen(1280, 844, 1, false);
            browser.show(page());
            assertEquals(
                    "strict",
                    browser.run("return document.querySelector('select[name=iommu]').value")
                            .asText());
            final JsonNode sets = browser.run(PLACES);
            assertEquals(2, sets.size());
            for (int i = 0; i < sets.at("/0/points").size(); i++) {
                final double apart = sets.at("/0/points/" + i + "/1").asDouble()
                        - sets.at("/1/points/" + i + "/1").asDouble();
                assertTrue(apart > 8, "one can be told from the other: " + sets);
            }
            final JsonNode top =
                    browser.run("scrollTo(0, 0); return document.querySelector('canvas').getBoundingClientRect().top");
            assertTrue(top.asDouble() < 400, "the first plot is on the first screen: " + top);
            final JsonNode right = browser.run(
                    "return Math.max(...[...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().right)) / innerWidth");
            assertTrue(right.asDouble() > 0.95, "the screen's width is used: " + right);

            browser.run("""
                    const choice = document.querySelector('select[name=mapping]');
                    choice.value = 'all';
                    choice.dispatchEvent(new Event('change'));
                    """);
            assertEquals(6, browser.run(PLACES).size());
            assertColours(browser, 1, LIGHT, "all");
        }
    }

    @Test
    void shouldPrintAllOfItFromAnyScreen() throws Exception {
        try (Browser browser = browser()) {
            for (final int width : new int[] {390, 1280}) {
                browser.screen(width, 844, 2, width == 390);
                browser.show(page());
                browser.screen(720, 844, 2, width == 390);
                browser.media("print", width == 390);
                assertColours(browser, 2, LIGHT, "printed");
                assertEquals("[]", browser.run(CUT).toString());
                browser.screen(width, 844, 2, true);
                assertColours(browser, 2, DARK, "on the screen again");
                assertEquals(
                        0,
                        browser.run("return document.querySelectorAll('details[open]').length")
                                .asInt());
            }
        }
    }

    private static Browser browser(final Path profile) throws IOException, InterruptedException {
        assumeTrue(Browser.isInstalled(), "chromium and chromedriver are not installed: the report is not looked at");
        return Browser.open(profile);
    }

    private Browser browser() throws IOException, InterruptedException {
        return browser(folder.resolve("profile"));
    }

    private Path page() throws IOException {
        return page(folder);
    }

    /** Writes a report of three ways of mapping, in a grid that does not begin with the default. */
    static Path page(final Path folder) throws IOException {
        final Grid grid = GridFile.read("grid", "connections = 1, 10, 100\niommu = off, strict, lazy", Set.of());
        final List<ObjectNode> points =
                grid.points().stream().map(ReportColoursTest::line).toList();
        final String text = new HtmlReport(new SweepResults(grid, points), Map.of("iommu", "strict")).text();
        return Files.writeString(folder.resolve("report.html"), text);
    }

    private static ObjectNode line(final Point point) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(SweepFolder.line(point, Results.ofAllWays(point)));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertColours(
            final Browser browser, final int dots, final Map<String, Integer> colours, final String when)
            throws Exception {
        final JsonNode sets = browser.run(PLACES);
        final Pixels pixels = new Pixels(browser.screenshot(), dots);
        for (final JsonNode set : sets) {
            final String label = set.get("label").asText();
            final int colour = colours.get(label);
            final JsonNode points = set.get("points");
            final String what = when + ": " + label + " at " + dots + " dots: ";
            assertTrue(near(pixels, set.get("legend"), colour) >= 8, what + "its legend");
            for (int i = 0; i < points.size(); i++) {
                assertTrue(near(pixels, points.get(i), colour) >= 8, what + "marker " + i);
            }
            assertTrue(between(pixels, points, colour) >= 4, what + "its line");
        }
        for (final int colour : LIBRARY) {
            assertEquals(
                    0, pixels.everywhere(colour, 6), when + ": a colour of Chart.js: " + Integer.toHexString(colour));
        }
    }

    private static int near(final Pixels pixels, final JsonNode place, final int colour) {
        return pixels.near(place.get(0).asDouble(), place.get(1).asDouble(), 8, colour, 24);
    }

    private static int between(final Pixels pixels, final JsonNode points, final int colour) {
        final double x = (points.at("/0/0").asDouble() + points.at("/1/0").asDouble()) / 2;
        final double y = (points.at("/0/1").asDouble() + points.at("/1/1").asDouble()) / 2;
        return pixels.near(x, y, 8, colour, 24);
    }
}
