// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table for a terminal: labels to the left, cells to the right, each column as wide as its widest cell. */
public final class TextTable {
    private static final int GAP = 2;

    private final List<Row> rows = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private int labelWidth;

    private record Row(String label, List<String> cells) {}

    /** Adds a line across all columns. */
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
        for (final Row row : rows) {
            out.println(line(row));
        }
    }

    /** Returns a number with as many digits as it needs. */
    public static String number(final double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    private String line(final Row row) {
        final StringBuilder line = new StringBuilder(row.label);
        int end = labelWidth;
        for (int i = 0; i < row.cells.size(); i++) {
            end += GAP + widths.get(i);
            final String cell = row.cells.get(i);
            line.append(" ".repeat(end - line.length() - cell.length())).append(cell);
        }
        return line.toString();
    }
}
