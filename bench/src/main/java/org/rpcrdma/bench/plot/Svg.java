// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.plot;

import java.util.Locale;

/**
 * Draws a picture as a self-contained SVG file, without scripts, fonts or references to other files.
 *
 * <p>Background, text and colours follow the viewer's light or dark mode. Elements are drawn in call order, and the
 * same calls produce the same bytes. Not thread-safe.
 */
public final class Svg {
    /**
     * The CSS classes of elements. A text has the class {@code title}, {@code strong}, {@code small} or {@code faint},
     * or no class. A line has {@code line}, {@code dashed}, {@code grid} or {@code line-} followed by a colour, and
     * optionally {@code wide}. All other elements have a colour.
     */
    private static final String STYLE = """
            <style>
            text { fill: #1f2328; font-family: sans-serif; }
            .ground { fill: #ffffff; } .faint { fill: #59636e; } .strong { font-weight: bold; }
            .title { font-size: 16px; } .small { font-size: 12px; } .wide { stroke-width: 2; }
            .band { fill-opacity: 0.35; }
            .grid { stroke: #d1d9e0; } .line { stroke: #1f2328; fill: none; }
            .dashed { stroke: #59636e; stroke-dasharray: 4 3; fill: none; }
            .blue { fill: #0969da; } .green { fill: #1a7f37; } .purple { fill: #8250df; } .brown { fill: #b5651d; }
            .red { fill: #cf222e; } .grey { fill: #d1d9e0; }
            .line-blue { stroke: #0969da; } .line-green { stroke: #1a7f37; } .line-purple { stroke: #8250df; }
            .line-red { stroke: #cf222e; }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3; }
            .ground { fill: #0d1117; } .faint { fill: #9198a1; }
            .grid { stroke: #3d444d; } .line { stroke: #e6edf3; } .dashed { stroke: #9198a1; }
            .blue { fill: #4493f8; } .green { fill: #3fb950; } .purple { fill: #ab7df8; } .brown { fill: #d9965b; }
            .red { fill: #f85149; } .grey { fill: #3d444d; }
            .line-blue { stroke: #4493f8; } .line-green { stroke: #3fb950; } .line-purple { stroke: #ab7df8; }
            .line-red { stroke: #f85149; }
            }
            </style>
            """;

    private final StringBuilder text = new StringBuilder();

    /** The alignment of a text relative to its point. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * Starts a picture and draws its background.
     *
     * @param width  the width in units, which are pixels unless the viewer scales the picture.
     * @param height the height in units.
     * @param label  a description for people who cannot see the picture.
     */
    public Svg(final int width, final int height, final String label) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-size=\"13\" role=\"img\" aria-label=\"%s\">\n",
                width, height, width, height, escaped(label));
        text.append(STYLE);
        add("<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n", width, height);
    }

    /** Escapes a text for XML. Characters that XML does not allow become question marks. */
    public static String escaped(final String text) {
        final StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isAllowed(character) ? character : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean isAllowed(final int character) {
        return character >= ' '
                ? character <= 0xd7ff || character >= 0xe000 && character <= 0xfffd || character > 0xffff
                : character == '\t' || character == '\n' || character == '\r';
    }

    /** Draws a line with the given classes. */
    public Svg line(final String classes, final double fromX, final double fromY, final double toX, final double toY) {
        return add(
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                classes, fromX, fromY, toX, toY);
    }

    /** Draws a filled rectangle. */
    public Svg rectangle(
            final String classes, final double left, final double top, final double width, final double height) {
        return add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                classes, left, top, width, height);
    }

    /** Draws a filled circle. */
    public Svg circle(final String classes, final double x, final double y, final double radius) {
        return add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", classes, x, y, radius);
    }

    /**
     * Draws a filled polygon.
     *
     * @param points pairs of coordinates.
     */
    public Svg polygon(final String classes, final double... points) {
        add("<polygon class=\"%s\" points=\"", classes);
        for (int i = 0; i < points.length; i += 2) {
            add("%s%.1f,%.1f", i == 0 ? "" : " ", points[i], points[i + 1]);
        }
        text.append("\"/>\n");
        return this;
    }

    /** Draws a text with its baseline at a point. */
    public Svg text(final String classes, final double x, final double y, final Anchor anchor, final String words) {
        return add(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
                classes, x, y, anchor.name().toLowerCase(Locale.ROOT), escaped(words));
    }

    private Svg add(final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
        return this;
    }

    /** Returns the complete file. */
    public String file() {
        return text + "</svg>\n";
    }
}
