// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    /**
     * The number of plots. Two of the fourteen figures have nothing to plot, because no key is missed and no memory is
     * wasted.
     */
    private static final int PLOTS = 12;

    private static final int SECTIONS = 3;

    private static final Map<String, String> USUAL =
            Map.of("iommu", "lazy", "machine", "intel", "way", "r", "shard-size", "64K");

    /** A script that returns each plot's size and whether anything is drawn in it. */
    private static final String DRAWN = """
            return [...document.querySelectorAll('canvas')].map((canvas) => {
              const { width, height } = canvas.getBoundingClientRect();
              const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
              let ink = 0;
              for (let i = 3; i < pixels.length; i += 4) ink += pixels[i] > 0;
              return { width, height, ink, label: canvas.getAttribute('aria-label') };
            });
            """;

    /** A script that returns the contents of the page from top to bottom. */
    private static final String ORDER = """
            return [...document.querySelectorAll('main h3, main .choices, main canvas')]
              .filter((element) => element.tagName !== 'DIV' || element.parentElement.id === 'top')
              .map((element) => [element.getBoundingClientRect().top,
                element.getAttribute('aria-label')?.split(',')[0] || (element.tagName === 'H3' ? element.textContent : 'choices'),
                element.closest('.alike') ? element.closest('figure').querySelector('p').textContent : ''])
              .sort((a, b) => a[0] - b[0])
              .map(([, name, note]) => name + (note ? ': ' + note : ''));
            """;

    /** A script that returns the ends of each plot's axis, and the minimum and maximum of its ranges. */
    private static final String AXES = """
            return Object.values(Chart.instances).map(({ scales, data }) => {
              const values = data.datasets.flatMap((set) => set.ranges.flat()).filter((y) => y !== null);
              return [scales.y.min, scales.y.max, Math.min(...values), Math.max(...values)];
            });
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldHaveAllThatItNeeds() throws IOException {
        final String page = new HtmlReport(results(""), USUAL).text();

        assertFalse(page.substring(0, page.indexOf("<script")).contains("${"), "a place that nothing fills");
        assertTrue(page.contains("default-src 'none'"));
        assertFalse(page.matches("(?s).*<(link|img|iframe)\\b.*"));
        assertFalse(page.matches("(?s).*<script[^>]* src=.*"));
        assertTrue(page.contains("The MIT License"), "Chart.js may be passed on with its licence");
    }

    @Test
    void shouldBeginWithTheFirstSection() throws IOException {
        final String page = new HtmlReport(results(""), USUAL).text();
        final List<Integer> places = Stream.of("<h1>", "id=\"top\"", "id=\"lead\"", "id=\"sections\"")
                .map(page::indexOf)
                .toList();

        assertFalse(places.contains(-1), places.toString());
        assertEquals(places.stream().sorted().toList(), places);
    }

    @Test
    void shouldOpenAtTheDefaultsOfOptions() throws IOException {
        final JsonNode views = data(new HtmlReport(results(""), USUAL).text()).get("views");

        assertEquals("connections", views.get(0).get("across").asText());
        assertEquals("1000", views.at("/0/chosen/connections").asText(), "the last value along the axis");
        assertEquals("lazy", views.at("/0/chosen/iommu").asText(), "the default is not the grid's first value");
        assertEquals("p", views.at("/0/chosen/way").asText(), "the first value, if the default is not listed");
        assertEquals("lazy", views.at("/1/chosen/iommu").asText());
        assertTrue(views.at("/2/across").isNull());
        assertTrue(views.at("/2/fixed").toString().contains("iommu lazy"), "defaults are reported, too");
        assertFalse(views.at("/0/fixed").toString().contains("iommu"), "it is varied");
    }

    @Test
    void shouldReportTimesInOneUnit() throws IOException {
        final String page = new HtmlReport(results(""), USUAL).text();

        assertTrue(page.contains("unit: 'us'"));
        assertFalse(page.contains("\u00b5s") || page.contains("\u03bcs"), "the words say us");
    }

    private static JsonNode data(final String page) throws IOException {
        final String begin = "id=\"data\">";
        final int from = page.lastIndexOf(begin) + begin.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
    }

    /** The plots draw the range over the seeds, and their tables contain it. */
    @Test
    void shouldHaveTheRangeOfEachFigure() throws IOException {
        final SweepResults results = results("");
        final ObjectNode strategy = (ObjectNode) results.points().get(0).at("/result/strategies/0");
        strategy.putObject("setupNanos").put("median", 3000).put("low", 2000).put("high", 5000);
        final JsonNode point = data(new HtmlReport(results, USUAL).text()).at("/points/0");

        assertEquals(3000, point.at("/result/strategies/0/setupNanos").asInt());
        assertEquals(2000, point.at("/low/0/setupNanos").asInt());
        assertEquals(5000, point.at("/high/0/setupNanos").asInt());
        assertEquals(point.at("/result/strategies/1/setupNanos"), point.at("/low/1/setupNanos"));
    }

    /**
     * The decisive figure is plotted with the interval of the draws, which is also contained in the verdict above the
     * plot.
     */
    @Test
    void shouldHaveTheIntervalOfWhatAStrategySaves() throws IOException {
        final JsonNode point = data(new HtmlReport(results(""), USUAL).text()).at("/points/1");

        assertTrue(point.at("/result/strategies/0/connectionNanosSaved").isMissingNode(), "a baseline saves nothing");
        assertEquals(
                252_000, point.at("/result/strategies/1/connectionNanosSaved").asInt());
        assertEquals(-252_000, point.at("/low/1/connectionNanosSaved").asInt());
        assertEquals(504_000, point.at("/high/1/connectionNanosSaved").asInt());
    }

    /**
     * Settings come from the command line, so a setting must be able neither to end the script nor to start another.
     */
    @Test
    void shouldKeepNamesOutOfItsScript() throws IOException {
        final String page = new HtmlReport(results("</script><script>alert(1)</script>"), Map.of()).text();

        assertFalse(page.contains("<script>alert"));
        assertTrue(page.contains("\\u003cscript>alert"));
    }

    @Test
    void shouldBeDrawnByABrowser() throws Exception {
        assumeTrue(Browser.isInstalled(), "chromium and chromedriver are not installed: the report is not looked at");
        final Path page = Files.writeString(folder.resolve("report.html"), new HtmlReport(results(""), USUAL).text());
        try (Browser browser = Browser.open(folder.resolve("profile"))) {
            for (final int width : new int[] {360, 1280}) {
                browser.screen(width, 800, 2, width == 360);
                browser.show(page);
                drawn(browser, width);
                leadsWithTheVerdict(browser);
                Files.write(Path.of("target", "report-" + width + ".png"), browser.picture());
            }
            answersToChoices(browser);
            followsTheTheme(browser);
            for (final JsonNode entry : browser.log()) {
                // the browser suggests reading pixels in a different way from the test above
                assertEquals("rendering", entry.get("source").asText(), entry.toString());
            }
        }
    }

    private static void drawn(final Browser browser, final int width) throws Exception {
        assertEquals(width, browser.run("return innerWidth").asInt());
        final JsonNode plots = browser.run(DRAWN);
        assertEquals(PLOTS * SECTIONS, plots.size());
        for (final JsonNode plot : plots) {
            assertTrue(plot.get("width").asInt() > 250 && plot.get("width").asInt() < width, plot.toString());
            assertTrue(plot.get("height").asInt() > 200, plot.toString());
            assertTrue(plot.get("ink").asInt() > 5_000, plot.toString());
            assertTrue(plot.get("label").asText().contains("shard-dma"), plot.toString());
        }
        assertEquals(
                plots.size(),
                browser.run("return Number(document.body.dataset.drawn)").asInt());
        assertTrue(
                browser.run("return document.documentElement.scrollWidth").asInt() <= width,
                "the page itself must not scroll sideways");
        assertEquals(
                plots.size(),
                browser.run("return document.querySelectorAll('figure .scroll table').length")
                        .asInt());
        assertEquals(
                0,
                browser.run("return performance.getEntriesByType('resource').length")
                        .asInt());
        assertEquals(
                "Times are virtual",
                browser.run("return document.body.innerText.match(/Times are virtual/)[0]")
                        .asText());
    }

    private static void leadsWithTheVerdict(final Browser browser) throws Exception {
        final List<String> order = new ArrayList<>();
        browser.run(ORDER).forEach(entry -> order.add(entry.asText()));
        final String decides = "CPU time saved on a connection";
        assertEquals(List.of("In short", "choices", decides, decides), firstOf(order, "In short", "choices", decides));
        final int last = order.indexOf("Where nothing differs");
        assertEquals(last - 1, order.indexOf("Mappings") + 1, "each plot has its title and itself");
        final List<String> after =
                order.subList(last + 1, order.subList(1, order.size()).indexOf("In short") + 1);
        assertTrue(after.stream().allMatch(entry -> entry.contains(": No difference. ")), after.toString());
        final String alike = "RPCs a second: No difference. All connections";
        assertTrue(after.stream().anyMatch(entry -> entry.startsWith(alike)), after.toString());
        assertTrue(browser.run("return document.querySelector('.verdict p').textContent")
                .asText()
                .startsWith("shard-dma instead of per-buffer-dma: less CPU time at point"));
    }

    private static List<String> firstOf(final List<String> order, final String... names) {
        return order.stream()
                .filter(List.of(names)::contains)
                .limit(names.length + 1)
                .toList();
    }

    /** A range shows the possible values of a figure, so an axis that is too short would misrepresent it. */
    @Test
    void shouldFitTheWholeRangeOnEachAxis() throws Exception {
        assumeTrue(Browser.isInstalled(), "chromium and chromedriver are not installed: the report is not looked at");
        final SweepResults results = results("");
        for (final ObjectNode point : results.points()) {
            final ObjectNode strategy = (ObjectNode) point.at("/result/strategies/0");
            strategy.putObject("rpcPerSecond")
                    .put("median", 100_000)
                    .put("low", 90)
                    .put("high", 777_777);
            ((ObjectNode) strategy.get("latencyNanos"))
                    .putObject("p99")
                    .put("median", 99_460)
                    .put("low", 40_000)
                    .put("high", 2_612_345);
        }
        final Path page = Files.writeString(folder.resolve("report.html"), new HtmlReport(results, USUAL).text());
        try (Browser browser = Browser.open(folder.resolve("profile"))) {
            browser.screen(1280, 800, 2, false);
            browser.show(page);
            final JsonNode axes = browser.run(AXES);
            assertEquals(PLOTS * SECTIONS, axes.size());
            for (final JsonNode axis : axes) {
                assertTrue(axis.get(0).asDouble() <= axis.get(2).asDouble(), axis.toString());
                assertTrue(axis.get(1).asDouble() >= axis.get(3).asDouble(), axis.toString());
            }
        }
    }

    private static void answersToChoices(final Browser browser) throws Exception {
        final String words = "return document.querySelector('.words').textContent";
        final String before = browser.run(words).asText();
        browser.run("""
                const choice = document.querySelector('#top select[name=way]');
                choice.value = 'q';
                choice.dispatchEvent(new Event('change'));
                """);
        assertNotEquals(before, browser.run(words).asText());
        assertEquals(PLOTS * SECTIONS, browser.run(DRAWN).size());
        // The control for the value along the axis is next to the verdict and the distribution that the value affects.
        assertEquals(
                "[\"at connections\",\"iommu\",\"at connections\"]",
                browser.run("""
                        const at = (place) => [...place.querySelectorAll('.choices label span')].map((span) => span.textContent);
                        const sections = document.querySelectorAll('#sections > section');
                        return [...at(document.querySelector('.verdict')),
                          ...at(document.querySelector('#top > .choices')).filter((name) => name.includes('iommu') || name.includes('connections')),
                          ...at(sections[0])];
                        """).toString());
        final String verdict = "return document.querySelector('.verdict p').textContent";
        final String first = browser.run(verdict).asText();
        browser.run("""
                const choice = document.querySelector('figure select[name=connections]');
                choice.value = '1';
                choice.dispatchEvent(new Event('change'));
                """);
        assertNotEquals(first, browser.run(verdict).asText());
    }

    private static void followsTheTheme(final Browser browser) throws Exception {
        // The page notices a change of theme when the next picture is taken.
        final String colours = """
                return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done([
                  getComputedStyle(document.body).backgroundColor,
                  Object.values(Chart.instances)[0].options.scales.y.ticks.color,
                ]))));
                """;
        browser.screen(1280, 800, 2, false);
        final JsonNode light = browser.run(colours);
        browser.screen(1280, 800, 2, true);
        final JsonNode dark = browser.run(colours);
        assertNotEquals(light.get(0), dark.get(0));
        assertNotEquals(light.get(1), dark.get(1));
    }

    /**
     * Returns the results of a grid with three sections: one with numbers and two more options, one with words only,
     * and one without variation.
     */
    private static SweepResults results(final String note) {
        final Grid grid = GridFile.read(
                "grid",
                "capture = nfs3" + note
                        + "\n[By connections]\nconnections = 1, 10, 100, 1000\niommu = off, lazy\nway = p, q\n"
                        + "[By IOMMU]\niommu = off, strict, lazy\n[As it is]\nseed = 1",
                Set.of());
        final List<ObjectNode> points = grid.points().stream()
                .map(point -> {
                    final ObjectNode line = Results.of(point);
                    try {
                        return (ObjectNode) new ObjectMapper().readTree(SweepFolder.line(point, line));
                    } catch (final IOException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
        return new SweepResults(grid, points);
    }
}
