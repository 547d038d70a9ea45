// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report as a browser prints it, read and rendered by another program. */
class PrintedReportTest {
    private static final Pattern WORD = Pattern.compile(
            "<word xMin=\"([-\\d.]+)\" yMin=\"([-\\d.]+)\" xMax=\"([-\\d.]+)\" yMax=\"([-\\d.]+)\">(.*?)</word>");
    private static final Pattern PAGE = Pattern.compile("(?s)<page width=\"([\\d.]+)\".*?</page>");
    /** Points: letters' boxes are higher than letters. */
    private static final double TOUCH = 2;

    private static final int DOTS = 100;

    private record Word(double left, double top, double right, double bottom, String text) {
        boolean covers(final Word other) {
            return Math.min(right, other.right) - Math.max(left, other.left) > TOUCH
                    && Math.min(bottom, other.bottom) - Math.max(top, other.top) > TOUCH;
        }
    }

    @TempDir
    private Path folder;

    @Test
    void shouldHaveEveryCellAndPlotOnPaper() throws Exception {
        assumeTrue(Browser.isInstalled(), "chromium and chromedriver are not installed: the report is not printed");
        assumeTrue(
                Browser.path("pdftotext") != null && Browser.path("pdftoppm") != null,
                "pdftotext and pdftoppm are not installed: the printed report is not read");
        try (Browser browser = Browser.open(folder.resolve("profile"))) {
            for (final int width : new int[] {390, 1280}) {
                browser.screen(width, 844, 1, width == 390);
                browser.show(ReportColoursTest.page(folder));
                final JsonNode cells = browser.run(
                        "return [...document.querySelectorAll('main th, main td, main li, h1, h2, h3')].map((e) => e.textContent)");
                final Path pdf = Files.write(folder.resolve("report.pdf"), browser.pdf());
                assertText(cells, words(pdf));
                assertColours(pdf);
            }
        }
    }

    private static void assertText(final JsonNode cells, final List<List<Word>> pages) {
        final Map<String, Integer> left = new HashMap<>();
        for (final List<Word> page : pages) {
            for (int i = 0; i < page.size(); i++) {
                pieces(page.get(i).text).forEach(piece -> left.merge(piece, 1, Integer::sum));
                for (final Word other : page.subList(i + 1, page.size())) {
                    assertTrue(!page.get(i).covers(other), page.get(i) + " and " + other);
                }
            }
        }
        assertTrue(cells.size() > 200, "cells: " + cells.size());
        for (final JsonNode cell : cells) {
            pieces(cell.asText())
                    .forEach(piece -> assertTrue(left.merge(piece, -1, Integer::sum) >= 0, "not printed: " + cell));
        }
    }

    /** A line may end at a space or behind a hyphen. */
    private static Stream<String> pieces(final String text) {
        return Pattern.compile("[\\s\u00a0]+|(?<=-)")
                .splitAsStream(text.strip())
                .filter(piece -> !piece.isEmpty());
    }

    private List<List<Word>> words(final Path pdf) throws IOException, InterruptedException {
        final Path text = folder.resolve("words.html");
        run("pdftotext", "-bbox", pdf.toString(), text.toString());
        final List<List<Word>> pages = new ArrayList<>();
        final Matcher page = PAGE.matcher(Files.readString(text));
        while (page.find()) {
            final List<Word> words = new ArrayList<>();
            final Matcher word = WORD.matcher(page.group());
            while (word.find()) {
                final Word found = new Word(
                        Double.parseDouble(word.group(1)),
                        Double.parseDouble(word.group(2)),
                        Double.parseDouble(word.group(3)),
                        Double.parseDouble(word.group(4)),
                        word.group(5)
                                .replace("&amp;", "&")
                                .replace("&#39;", "'")
                                .replace("&apos;", "'")
                                .replace("&quot;", "\"")
                                .replace("&lt;", "<")
                                .replace("&gt;", ">"));
                assertTrue(found.left >= 0 && found.right <= Double.parseDouble(page.group(1)), "cut: " + found);
                words.add(found);
            }
            pages.add(words);
        }
        return pages;
    }

    /** The page's colours are those of the light theme: paper is white. */
    private void assertColours(final Path pdf) throws IOException, InterruptedException {
        run(
                "pdftoppm",
                "-r",
                DOTS + "",
                "-png",
                "-l",
                "1",
                pdf.toString(),
                folder.resolve("sheet").toString());
        try (Stream<Path> files = Files.list(folder)) {
            final Path sheet = files.filter(
                            file -> file.getFileName().toString().matches("sheet-0*1\\.png"))
                    .findFirst()
                    .orElseThrow();
            final Pixels pixels = new Pixels(Files.readAllBytes(sheet), 1);
            assertTrue(pixels.everywhere(0x0058a8, 24) > 100, "per-buffer-dma");
            assertTrue(pixels.everywhere(0xa85400, 24) > 100, "shard-dma");
            assertEquals(0, pixels.everywhere(0x36a2eb, 6) + pixels.everywhere(0xff6384, 6), "colours of Chart.js");
        }
    }

    private static void run(final String... command) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, process.waitFor(), String.join(" ", command));
    }
}
