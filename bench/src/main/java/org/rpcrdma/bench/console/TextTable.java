// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A text table with left-aligned labels and right-aligned cells. Each column is as wide as its widest cell. Columns
 * that do not fit on the terminal continue below, with the labels repeated.
 */
public final class TextTable {
    private static final int GAP = 2;

    private final List<Row> rows = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private int labelWidth;

    private record Row(String label, List<String> cells) {}

    /** Adds a heading that spans all columns. */
    public void heading(final String text) {
        rows.add(new Row(text, List.of()));
    }

    /** Adds a row. */
    public void row(final String label, final List<String> cells) {
        rows.add(new Row(label, cells));
        labelWidth = Math.max(labelWidth, label.length());
        widths.addAll(Collections.nCopies(Math.max(0, cells.size() - widths.size()), 0));
        for (int i = 0; i < cells.size(); i++) {
            widths.set(i, Math.max(widths.get(i), cells.get(i).length()));
        }
    }

    public void print(final PrintWriter out) {
        print(out, Terminal.columns());
    }

    void print(final PrintWriter out, final int columns) {
        int begin = 0;
        do {
            int end = begin;
            int width = labelWidth;
            while (end < widths.size() && (end == begin || width + GAP + widths.get(end) <= columns)) {
                width += GAP + widths.get(end++);
            }
            print(out, begin, end);
            begin = end;
        } while (begin < widths.size());
    }

    /**
     * Prints the columns from {@code begin}, inclusive, to {@code end}, exclusive. Prints all headings, but only rows
     * that have cells in these columns.
     */
    private void print(final PrintWriter out, final int begin, final int end) {
        for (final Row row : rows) {
            if (row.cells.isEmpty()) {
                final String words = row.label.stripLeading();
                WrappedText.print(out, row.label.substring(0, row.label.length() - words.length()), words);
            } else if (row.cells.size() > begin) {
                out.println(line(row, begin, end));
            }
        }
    }

    /** Formats a number without unnecessary decimals. */
    public static String number(final double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    private String line(final Row row, final int begin, final int end) {
        final StringBuilder line = new StringBuilder(row.label);
        int place = labelWidth;
        for (int i = begin; i < Math.min(end, row.cells.size()); i++) {
            place += GAP + widths.get(i);
            final String cell = row.cells.get(i);
            line.append(" ".repeat(place - line.length() - cell.length())).append(cell);
        }
        return line.toString();
    }
}
