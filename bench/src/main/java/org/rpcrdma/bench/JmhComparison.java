// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.Microbenchmarks.Compared;
import org.rpcrdma.bench.console.TextTable;

/** The benchmarks of a run beside those of an older one. */
record JmhComparison(List<Compared> rows) {
    /** Prints a row each, and the ratio of the new time to the old one. */
    void print(final PrintWriter out) {
        final TextTable table = new TextTable();
        table.row("benchmark", List.of("old", "new", "unit", "ratio", "spread"));
        for (final Compared row : rows) {
            table.row(
                    row.name(),
                    List.of(
                            number("%,.1f", row.before()),
                            number("%,.1f", row.now()),
                            row.unit(),
                            number("%.2f", row.now() / row.before()),
                            row.isBeyondSpread() ? "beyond" : "within"));
        }
        table.print(out);
        out.flush();
    }

    private static String number(final String format, final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
