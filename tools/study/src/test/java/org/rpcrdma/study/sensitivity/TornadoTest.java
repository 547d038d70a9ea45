// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.compare.CostEffects;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TornadoTest {
    private static CostEffects.Effect map(final double atLow, final double atHigh) {
        return new CostEffects.Effect("cpu.dma_map", "ns", "measured", 100, 67, 150, 0.5, atLow, atHigh, null);
    }

    private static CostEffects.Effect lock(final double atLow, final double atHigh) {
        return new CostEffects.Effect("cpu.lock<1>", "ns", "assumed", 10, 0, 1_000, 0.5, atLow, atHigh, 500.0);
    }

    private static Tornado tornado(final CostEffects.Effect... effects) {
        final String title = "CPU time saved on connection set-up and tear-down";
        return new Tornado(new CostEffects(title, "us", 10, 10, 0, 20, 2, List.of(effects), List.of()));
    }

    private static Document drawn(final CostEffects.Effect... effects) throws Exception {
        final String svg = tornado(effects).svg("shard <one> instead");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    /** Returns the elements of one kind, excluding the legend, which is above the plot. */
    private static List<Element> elements(final Document svg, final String tag, final String kind) {
        final List<Element> found = new ArrayList<>();
        final NodeList all = svg.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++) {
            final Element element = (Element) all.item(i);
            if (element.getAttribute("class").equals(kind)
                    && !element.getAttribute("y").equals("34.0")) {
                found.add(element);
            }
        }
        return found;
    }

    private static double number(final Element element, final String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /**
     * The range extends from -10 to 20 with 10 as the default saving. A third of it is a loss, and each bar starts at
     * the default saving.
     */
    @Test
    void shouldDrawBarsFromTheUsualAnswerToBothEnds() throws Exception {
        final Document svg = drawn(lock(20, -10), map(5, 15));
        final double zero = number(elements(svg, "line", "dashed").get(0), "x1");
        final double usual = number(elements(svg, "line", "line").get(0), "x1");
        final List<Element> low = elements(svg, "rect", "brown");
        final List<Element> high = elements(svg, "rect", "blue");
        final double ten = usual - zero;

        assertTrue(ten > 50, "ten=" + ten);
        assertEquals(2, low.size());
        assertEquals(2, high.size());
        assertEquals(usual, number(low.get(0), "x"), 0.11);
        assertEquals(ten, number(low.get(0), "width"), 0.11);
        assertEquals(zero - ten, number(high.get(0), "x"), 0.11);
        assertEquals(2 * ten, number(high.get(0), "width"), 0.11);
        assertEquals(usual - ten / 2, number(low.get(1), "x"), 0.11);
        assertEquals(usual, number(high.get(1), "x"), 0.11);
        assertTrue(number(low.get(0), "y") < number(low.get(1), "y"), "the longest is on top");
    }

    @Test
    void shouldMarkTheInputThatTurnsTheSign() throws Exception {
        final Document svg = drawn(lock(20, -10), map(5, 15));

        assertEquals(
                List.of("cpu.lock<1> 0 .. 1000 ns"),
                elements(svg, "text", "name strong").stream()
                        .map(Element::getTextContent)
                        .toList());
        assertEquals(
                List.of("cpu.dma_map 67 .. 150 ns"),
                elements(svg, "text", "name").stream()
                        .map(Element::getTextContent)
                        .toList());
    }

    /** If both ends are on the same side, the shorter bar is drawn last, so that it remains visible. */
    @Test
    void shouldDrawTheShorterBarOverTheLongerOne() throws Exception {
        final String svg = tornado(map(30, 20)).svg("one");

        assertTrue(svg.lastIndexOf("\"brown\"") < svg.lastIndexOf("\"blue\""), svg);
    }

    @Test
    void shouldDrawTheLargestSwingsOnly() throws Exception {
        final CostEffects.Effect[] swings =
                IntStream.range(0, 30).mapToObj(i -> map(10, 60 - i)).toArray(CostEffects.Effect[]::new);

        assertEquals(Tornado.MOST_BARS, elements(drawn(swings), "rect", "blue").size());
    }

    @Test
    void shouldBeACompletePictureAsAFile() throws Exception {
        final Document svg = drawn(map(5, 15));

        assertEquals("http://www.w3.org/2000/svg", svg.getDocumentElement().getAttribute("xmlns"));
        assertEquals(
                "shard <one> instead: CPU time saved on connection set-up and tear-down, us",
                elements(svg, "text", "strong").get(0).getTextContent());
        assertEquals(1, svg.getElementsByTagName("style").getLength(), "its colours are its own");
    }

    @Test
    void shouldDrawNothingOfNothing() throws Exception {
        assertEquals(0, elements(drawn(), "rect", "brown").size());
    }
}
